import { append } from '../../json/append.ts'
import { isObject, textOf } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { InputFile } from '../../openrpc/loaded.ts'
import { otherSpecification } from '../../openrpc/other-specification.ts'
import { download } from '../read/download.ts'
import { readExtensions } from './extensions.ts'
import { isRemote } from '../read/paths.ts'
import { isRemoteInput } from '../read/inputs.ts'
import type { LoadContext } from '../context.ts'
import { checkAndRepair } from './check.ts'
import { checkVersion } from './version.ts'

/** Opens and checks the input documents. Documents with errors are reported and omitted. */
export async function checkDocuments(
  context: LoadContext,
  paths: readonly string[],
): Promise<readonly InputFile[]> {
  const documents: string[] = []
  const schemas: string[] = []
  for (const path of paths) {
    const file = await openInput(context, path)
    if (file === undefined) continue
    const { json } = file
    if (isObject(json) && ('openrpc' in json || 'methods' in json)) {
      checkDocument(context, path, json)
      documents.push(path)
    } else if (isObject(json) && isRemote(textOf(json['$id']))) {
      // A schema with a remote `$id` is a valid input, so that references to the `$id` resolve
      // without a download.
      schemas.push(path)
    } else context.findings.push(noDocument(path, json))
  }
  if (documents.length === 0) {
    append(
      context.findings,
      schemas.map((file) => noDocument(file)),
    )
  }
  return documents.flatMap((path) => context.store.files.get(path) ?? [])
}

async function openInput(context: LoadContext, path: string): Promise<InputFile | undefined> {
  const place = { file: path, pointer: '' }
  if (isRemoteInput(path) && !(await download({ address: path, place }, context))) return undefined
  const opened = context.store.open(path)
  if (opened.kind === 'missing' || opened.kind === 'outside') {
    const reason = opened.kind === 'missing' ? opened.reason : 'it is outside the project'
    const message = `Cannot read the file: ${reason}.`
    context.findings.push({ code: 'RL101', message, place })
  }
  return opened.kind === 'file' ? opened.file : undefined
}

function checkDocument(context: LoadContext, path: string, json: JsonObject): void {
  const { extensions, findings } = readExtensions(path, json)
  context.extensions.set(path, extensions)
  append(context.findings, [...checkVersion(path, json), ...findings])
  checkAndRepair(context, 'document', { place: { file: path, pointer: '' }, json })
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
