import { withoutCredentials } from '@rpcloom/rpc/internal'
import { knownSchema } from '../../openrpc/known-schemas.ts'
import type { Place } from '../../json/types.ts'
import { isRemote } from './paths.ts'
import { globsOf } from '../assemble/fragment-tree.ts'
import { readPinned, withoutPin } from './pinned.ts'
import { fetchInput, fetchText } from './remote.ts'
import type { LoadContext } from '../context.ts'

/** Downloads the fragments that are given as URLs. */
export async function downloadFragments(context: LoadContext): Promise<void> {
  for (const tree of context.options.fragments ?? []) {
    for (const { glob } of globsOf(tree).filter((one) => isRemote(one.glob))) {
      const place = { file: tree.root, pointer: '' }
      await download({ address: withoutPin(glob), place }, context)
    }
  }
}

/**
 * Downloads a URL and adds the content to the store. Returns whether the download succeeded. A
 * failure is reported at `place`, which refers to the URL.
 */
export async function download(
  { address, place }: { readonly address: string; readonly place: Place },
  context: LoadContext,
): Promise<boolean> {
  const { store, findings, options } = context
  const isInput = place.file === address
  const known = isInput ? undefined : knownSchema(address)
  if (known !== undefined) return store.add(address, known).kind === 'file'
  if (withoutCredentials(address) !== address) {
    const message = `Cannot read ${address}: the user and password would be written to generated files.`
    const help = 'Download the file, and name the local file instead.'
    findings.push({ code: 'RL114', message, help, place })
    return false
  }
  const digest = context.pins.get(address)
  if (digest !== undefined) return downloadPinned({ address, digest, place }, context)
  if (options.allowRemote !== true) {
    // An input must be readable, but a reference may stay unresolved.
    const isAllowed = !isInput && options.allowUnresolved === true
    const severity = isAllowed ? 'warning' : 'error'
    findings.push({
      code: 'RL005',
      message: `Reading ${address} over the network is not allowed.`,
      place,
      severity,
    })
    return false
  }
  const fetched = await (isInput ? fetchInput(address) : fetchText(address))
  if (fetched.kind === 'text') return store.add(address, fetched.text, fetched.base).kind === 'file'
  findings.push({ code: 'RL114', message: `Cannot read ${address}: ${fetched.reason}.`, place })
  return false
}

/**
 * Reads a pinned URL. The digest in the configuration permits the download even if network access
 * is not allowed.
 */
async function downloadPinned(
  {
    address,
    digest,
    place,
  }: { readonly address: string; readonly digest: string; readonly place: Place },
  { store, findings, options }: LoadContext,
): Promise<boolean> {
  const read = await readPinned(options.root, { address, digest })
  if (read.kind === 'text') return store.add(address, read.text, read.base).kind === 'file'
  if (read.kind === 'changed') {
    const expected = digest === '' ? 'the pin has no digest' : `the pin expects ${digest}`
    const message = `The content of ${address} has the SHA-256 ${read.digest}, but ${expected}.`
    findings.push({ code: 'RL126', message, place })
    return false
  }
  const help = 'A pinned address is read once and cached in node_modules/.cache/rpcloom.'
  const message = `${address} cannot be read: ${read.reason}.`
  findings.push({ code: 'RL114', message, help, place })
  return false
}
