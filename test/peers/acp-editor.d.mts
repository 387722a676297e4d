import type { ChildProcess } from 'node:child_process'

export declare function use(child: ChildProcess): Promise<Readonly<Record<string, unknown>>>
