// Runs the test in a command-line runtime and prints its result.
import { body } from './body.mjs'

const url = globalThis.Deno ? globalThis.Deno.args[0] : process.argv[2]
console.log(JSON.stringify(await body(url)))
// A keep-alive connection may keep the process running if the runtime cannot unref it.
if (globalThis.Bun || globalThis.Deno) (globalThis.Deno ?? process).exit(0)
