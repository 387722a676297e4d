import { append } from '../json/append.ts'
import { isObject, textOf } from '../json/pointer.ts'
import type { Json } from '../json/types.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import type { InputFile } from '../openrpc/loaded.ts'
import { otherSpecification } from '../openrpc/other-specification.ts'
import { download } from './download.ts'
import { readExtensions } from './extensions.ts'
import { isRemote } from './files.ts'
import { isRemoteInput } from './inputs.ts'
import { type Session, walkInto } from './session.ts'
import { checkVersion } from './version.ts'

/** Opens and checks the input documents. Documents with errors are reported and omitted. */
export async function openDocuments(
  session: Session,
  paths: readonly string[],
): Promise<readonly InputFile[]> {
  const documents: InputFile[] = []
  for (const path of paths) {
    const file = await openDocument(path, session)
    if (file !== undefined) documents.push(file)
  }
  if (documents.length === 0)
    append(
      session.findings,
      session.schemas.map((file) => noDocument(file)),
    )
  return documents
}

async function openDocument(path: string, session: Session): Promise<InputFile | undefined> {
  const { store, findings } = session
  const place = { file: path, pointer: '' }
  if (isRemoteInput(path) && !(await download({ address: path, place }, session))) return undefined
  const opened = store.open(path)
  if (opened.kind === 'missing') {
    findings.push({ code: 'RL101', message: `Cannot read the file: ${opened.reason}.`, place })
  }
  if (opened.kind !== 'file') return undefined
  const { json } = opened.file
  if (!isObject(json) || !('openrpc' in json || 'methods' in json)) {
    // A schema with a remote `$id` is a valid input, so that references to the `$id` resolve
    // without a download.
    if (isObject(json) && isRemote(textOf(json['$id']))) session.schemas.push(path)
    else findings.push(noDocument(path, json))
    return undefined
  }
  append(findings, checkVersion(path, json))
  const read = readExtensions(path, json)
  append(findings, read.findings)
  session.roots.set(path, read.extensions)
  walkInto(session, 'document', { place, json })
  return store.files.get(path)
}

function noDocument(file: string, json?: Json): Finding {
  const other = otherSpecification(json)
  if (other !== undefined) {
    const message = `This is ${other}, not an OpenRPC document.`
    const help =
      'OpenRPC describes JSON-RPC: https://spec.open-rpc.org. For HTTP APIs use a generator for their specification; `rpcloom init` shows what an OpenRPC document looks like.'
    return { code: 'RL107', message, help, place: { file, pointer: '' } }
  }
  const message = 'This is not an OpenRPC document: it has neither `openrpc` nor `methods`.'
  return { code: 'RL107', message, place: { file, pointer: '' } }
}
