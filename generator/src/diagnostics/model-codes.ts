import type { DiagnosticEntry } from './entry.ts'

/** RL3xx: what the model cannot say in TypeScript. */
export type ModelCode = never

export const modelCodes: Readonly<Record<ModelCode, DiagnosticEntry>> = {}
