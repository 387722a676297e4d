/** Problems in a user's input, as values. They are collected and sorted; only the CLI prints them. */
import { withoutCredentials } from '@rpcloom/rpc/internal'
import { compareText } from '../json/compare-text.ts'
import { commandCodes, type CommandCode } from './command-codes.ts'
import { documentCodes, type DocumentCode } from './document-codes.ts'
import { loadCodes, type LoadCode } from './load-codes.ts'
import { modelCodes, type ModelCode } from './model-codes.ts'
import { outputCodes, type OutputCode } from './output-codes.ts'
import { overlayCodes, type OverlayCode } from './overlay-codes.ts'
import { projectCodes, type ProjectCode } from './project-codes.ts'
import { releaseCodes, type ReleaseCode } from './release-codes.ts'
import { scaffoldCodes, type ScaffoldCode } from './scaffold-codes.ts'
import type { DiagnosticEntry, Severity } from './entry.ts'
import type { Place } from '../json/types.ts'

export type { DiagnosticEntry, Severity } from './entry.ts'

/** A problem in the user's input, with its position and how to correct it. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  readonly message: string
  /** Path relative to the project root, with `/` as separator. */
  readonly file: string
  readonly pointer: string
  /** Line number, starting at 1. */
  readonly line: number
  readonly column: number
  /** How to correct it. */
  readonly help: string
}

/** A problem whose line and column are not yet known. */
export interface Finding {
  readonly code: DiagnosticCode
  readonly message: string
  readonly place: Place
  /** Overrides the severity in the catalogue. */
  readonly severity?: Severity
  /** Overrides the help in the catalogue. */
  readonly help?: string
  /** Only set if the file could not be parsed, because JSON pointers then have no position. */
  readonly line?: number
  readonly column?: number
}

/** All diagnostic codes. The compiler rejects codes without a catalogue entry. */
export type DiagnosticCode =
  | ProjectCode
  | CommandCode
  | LoadCode
  | OverlayCode
  | DocumentCode
  | ModelCode
  | OutputCode
  | ScaffoldCode
  | ReleaseCode

/** All diagnostic codes with the explanations that `rpcloom explain` prints. */
export const catalogue: Readonly<Record<DiagnosticCode, DiagnosticEntry>> = {
  ...projectCodes,
  ...commandCodes,
  ...loadCodes,
  ...overlayCodes,
  ...documentCodes,
  ...modelCodes,
  ...outputCodes,
  ...scaffoldCodes,
  ...releaseCodes,
}

/** Returns the catalogue entry of a diagnostic code. */
export function entryOf(code: DiagnosticCode): DiagnosticEntry {
  return catalogue[code]
}

/** Finds the line and column of a JSON pointer. A loaded `InputFile` implements this interface. */
export interface Locator {
  readonly locate: (pointer: string) => {
    readonly line: number
    readonly column: number
    readonly place?: Place
  }
}

/** Converts findings to diagnostics: adds positions and help, removes duplicates and sorts. */
export function toDiagnostics(
  findings: readonly Finding[],
  files: ReadonlyMap<string, Locator>,
): readonly Diagnostic[] {
  const seen = new Map<string, Diagnostic>()
  for (const finding of findings) {
    const { file, pointer } = finding.place
    const key = `${finding.code}\n${file}\n${pointer}\n${finding.message}\n${finding.line}:${finding.column}`
    if (seen.has(key)) continue
    const entry = entryOf(finding.code)
    const position = files.get(file)?.locate(pointer)
    seen.set(key, {
      code: finding.code,
      severity: finding.severity ?? entry.severity,
      message: withoutCredentials(finding.message),
      file: withoutCredentials(position?.place?.file ?? file),
      pointer: position?.place?.pointer ?? pointer,
      line: finding.line ?? position?.line ?? 1,
      column: finding.column ?? position?.column ?? 1,
      help: finding.help ?? entry.help,
    })
  }
  return [...seen.values()].sort(byPlace)
}

/** Properties by which diagnostics are sorted. */
interface Positioned extends Omit<Diagnostic, 'code'> {
  readonly code: string
}

/** Compares diagnostics by file, line, column and code. */
export function byPlace(a: Positioned, b: Positioned): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  )
}

/** Whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly { readonly severity: Severity }[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}
