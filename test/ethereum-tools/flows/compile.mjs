// The compiler of the npm package.
import { readFileSync } from 'node:fs'
import solc from 'solc'
import { pathOf } from './package-file.mjs'

/** Compiles the Solidity files of `contracts/` with the names; imports are files of packages. Returns their contracts by name. */
export function compile(...names) {
  const sources = names.map((name) => {
    const content = readFileSync(new URL(`contracts/${name}.sol`, import.meta.url), 'utf8')
    return [`${name}.sol`, { content }]
  })
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const read = (path) => ({ contents: readFileSync(pathOf(path), 'utf8') })
  const { errors = [], contracts } = JSON.parse(
    solc.compile(JSON.stringify(input), { import: read }),
  )
  const fatal = errors.find(({ severity }) => severity === 'error')
  if (fatal) throw new Error(fatal.formattedMessage)
  const named = Object.values(contracts).flatMap((file) => Object.entries(file))
  return Object.fromEntries(
    named.map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  )
}
