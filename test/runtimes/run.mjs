// Runs the body in a runtime on the command line, and prints what it returns.
import { body } from './body.mjs'

const url = globalThis.Deno ? globalThis.Deno.args[0] : process.argv[2]
console.log(JSON.stringify(await body(url)))
// A kept-alive connection may outlive its use where no program can tell it not to.
if (globalThis.Bun || globalThis.Deno) (globalThis.Deno ?? process).exit(0)
