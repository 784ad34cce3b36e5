// The mutants of the client's scripts, as lines of JSON: where, what stands there, and what is put in its place.
//
//   node scripts.mjs FILE ...

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import ts from "typescript";

const SWAPS = {
  "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&", "??": "&&", "+": "-", "-": "+", "*": "/", "/": "*",
};
const CALLS = new Map(Object.entries({ some: "every", every: "some", min: "max", max: "min", startsWith: "endsWith" }));

/** @param {string} path */
function mutants(path) {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found = [];
  /** @param {ts.Node} node @param {string} after @param {string} owner */
  const put = (node, after, owner) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    found.push({ file: basename(path), owner, line: source.getLineAndCharacterOfPosition(start).line + 1, start, end, before: text.slice(start, end), after });
  };
  /** @param {ts.Node} node @param {string} owner */
  const visit = (node, owner) => {
    if ((ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isGetAccessor(node)) && node.name) owner = node.name.getText(source);
    if (ts.isConstructorDeclaration(node)) owner = "constructor";
    if (ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && SWAPS[node.operatorToken.getText(source)]) put(node.operatorToken, SWAPS[node.operatorToken.getText(source)], owner);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) put(node, `(${node.operand.getText(source)})`, owner);
    if (ts.isNumericLiteral(node)) put(node, String(Number(node.text) + 1), owner);
    if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, "false", owner);
    if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, "true", owner);
    if (ts.isIfStatement(node)) for (const after of ["true", "false"]) put(node.expression, after, owner);
    if (ts.isConditionalExpression(node)) for (const after of ["true", "false"]) put(node.condition, after, owner);
    if (ts.isExpressionStatement(node)) put(node, ";", owner);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const name = node.expression.name;
      if (CALLS.has(name.text)) put(name, CALLS.get(name.text), owner);
      if (name.text === "filter") put(node, node.expression.expression.getText(source), owner);
    }
    ts.forEachChild(node, (child) => visit(child, owner));
  };
  visit(source, "");
  return found;
}

for (const path of process.argv.slice(2)) for (const one of mutants(path)) console.log(JSON.stringify(one));
