// Tests of the client's own code that need no browser: choosing, forms, messages.
//
//   node all.mjs SCRIPTS      the folder with choosing.js: ours, or a copy that somebody has broken

await import("../fingers/page.mjs"); // a document, before anybody asks for one
for (const name of ["choose", "choosing", "forms", "change", "dodge", "net"]) await import(`./${name}.test.mjs`);
