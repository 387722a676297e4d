import { createAccount, createAddressFromString } from '@ethereumjs/util'
import { SettingError } from '../../settings/setting-error.ts'
import { fileOf } from '../../settings/setting-file.ts'
import type { Machine } from '../engine/machine.ts'
import { bytesOf, type Hex } from '../hex.ts'
import { lower } from '../api/evm/block-reference.ts'

/** A contract that a new chain has. */
export interface Predeploy {
  readonly address: Hex
  readonly code: Uint8Array
}

/** Reads the contracts of `--predeploys`, each given as `ADDRESS=FILE`. Throws a {@link SettingError}. */
export function readPredeploys(listed: readonly string[]): readonly Predeploy[] {
  return listed.map((entry) => {
    const [, address, path] = /^(0x[\da-f]{40})=(.+)$/is.exec(entry) ?? []
    if (address === undefined || path === undefined)
      throw new SettingError(`--predeploys must list ADDRESS=FILE, not ${entry}`)
    return { address: lower(address), code: codeIn(path) }
  })
}

/** Writes contracts to a state, without running their constructors. */
export async function putPredeploys(
  { state }: Machine,
  predeploys: readonly Predeploy[],
): Promise<void> {
  for (const { address, code } of predeploys) {
    const owner = createAddressFromString(address)
    const { balance } = (await state.getAccount(owner)) ?? createAccount({})
    await state.putAccount(owner, createAccount({ balance, nonce: 1n }))
    await state.putCode(owner, code)
  }
}

/** Returns the code in a file: in hex, or the deployed code of a JSON file of a compiler. */
function codeIn(path: string): Uint8Array {
  const text = fileOf('predeploys', path).trim()
  const code = text.startsWith('{') ? deployedCode(text) : text
  if (typeof code === 'string' && /^(?:0x)?(?:[\da-f]{2})+$/i.test(code)) return bytesOf(code)
  throw new SettingError(
    `${path} of --predeploys has no code: it must have hex, or JSON with deployedBytecode`,
  )
}

function deployedCode(json: string): unknown {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return undefined
  }
  const { deployedBytecode } = parsed as { readonly deployedBytecode?: unknown }
  // A string in files of Hardhat, an object in those of Foundry.
  return typeof deployedBytecode === 'object' &&
    deployedBytecode !== null &&
    'object' in deployedBytecode
    ? deployedBytecode.object
    : deployedBytecode
}
