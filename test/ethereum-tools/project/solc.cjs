#!/usr/bin/env node
// The compiler of the npm package, called as forge calls a native one.
const { readFileSync } = require('node:fs')
const solc = require('solc')

if (process.argv.includes('--version')) {
  console.log(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version().replace('.Emscripten.clang', '.Linux.g++')}`,
  )
} else {
  console.log(solc.compile(readFileSync(0, 'utf8')))
}
