#!/usr/bin/env node
// A bot in JavaScript for `kotva sim --bots docs/examples/bot.js,random`: plays the first action that is no pass.
"use strict";

let legal = [];
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// Works as a script and as a module: a package.json further up may say either.
import("node:readline").then(({ createInterface }) =>
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "start") say({ type: "ready", name: "example in JavaScript" });
    else if (message.type === "position") legal = message.legal;
    else if (message.type === "go") say({ type: "bestmove", action: legal.find((text) => text !== "pass") ?? legal[0] });
    else if (message.type === "quit") process.exit(0);
  }),
);
