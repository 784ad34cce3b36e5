// Where the scripts lie that are tested.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${resolve(process.argv[2])}/`).href;

/** @param {string} name @returns {Promise<any>} */
export const script = (name) => import(`${folder}${name}.js`);
