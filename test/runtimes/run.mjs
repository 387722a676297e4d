// Runs the test in a command-line runtime and prints its result.
import { body, redirected } from './body.mjs'

const [url, redirecting] = globalThis.Deno ? globalThis.Deno.args : process.argv.slice(2)
console.log(JSON.stringify([await body(url), await redirected(redirecting)]))
// A keep-alive connection may keep the process running if the runtime cannot unref it.
if (globalThis.Bun || globalThis.Deno) (globalThis.Deno ?? process).exit(0)
