import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Place } from '../../json/types.ts'
import type { FileAccessPolicy } from '../read/file-access.ts'
import { createFileStore } from '../files.ts'
import { parseFile } from '../parse/parse.ts'
import { readFile } from '../read/file.ts'
import { isRemote, toProjectPath } from '../read/paths.ts'
import type { InputFile, Position } from '../../openrpc/loaded.ts'
import { createOverlays, type AppliedOverlays } from './apply.ts'
import { readOverlay } from './read.ts'
import type { Overlay } from './types.ts'

/** The overlays of a run, with the files that were read for them. */
export interface LoadedOverlays extends AppliedOverlays {
  readonly files: ReadonlyMap<string, InputFile>
  readonly absent: readonly string[]
}

export function loadOverlays(
  root: string,
  paths: readonly string[],
  isAllowed: FileAccessPolicy,
): LoadedOverlays {
  const findings: Finding[] = []
  const store = createFileStore(findings, {
    read: (path) => readFile(root, path, isAllowed),
    parse: parseFile,
  })
  const overlays: Overlay[] = []
  for (const path of paths) {
    const name = isRemote(path) ? path : toProjectPath(root, path) || path
    const opened = store.open(name)
    if (opened.kind === 'missing' || opened.kind === 'outside') {
      const reason = opened.kind === 'missing' ? opened.reason : 'it is outside the project'
      const message = `Cannot read the overlay: ${reason}.`
      findings.push({ code: 'RL120', message, place: { file: name, pointer: '' } })
    }
    if (opened.kind !== 'file') continue
    const read = readOverlay(root, opened.file)
    if (read.kind === 'overlay') overlays.push(read.overlay)
    else findings.push(...read.findings)
  }
  const locate = ({ file, pointer }: Place): Position =>
    store.files.get(file)?.locate(pointer) ?? { line: 1, column: 1 }
  const { apply, findings: applied } = createOverlays(overlays, locate)
  return {
    apply,
    findings: () => [...findings, ...applied()],
    files: store.files,
    absent: store.absent(),
  }
}
