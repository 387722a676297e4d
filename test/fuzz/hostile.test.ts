import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { targets } from '@rpcloom/templates'
import { expect, test } from 'vitest'
import { isLong, sampled } from '../corpus/folder.ts'
import { type Ended, limitedCommands } from '../rpcloom-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { generating, type HostileDocument, refused } from './hostile.ts'

/** Memory limit of a run in megabytes, far above what a run needs and harmless for the machine. */
const megabytes = 1500
const seconds = 120

/** The docs contain every string several times and take correspondingly longer. */
const names = targets.map(({ name }) => name).filter((name) => isLong || name !== 'docs')

const limited = limitedCommands({ megabytes, seconds })

interface Run extends Ended {
  readonly folder: string
}

/** Generates packages for one document. */
async function run({ file, text }: HostileDocument): Promise<Run> {
  const folder = temporaryFolder({ [file]: text })
  const input = [`--input=${file}`, '--out=out', '--scope=@x', `--targets=${names.join(',')}`]
  return { folder, ...(await limited(folder, ['generate', ...input])) }
}

test.each(sampled(Object.entries(generating), 3))(
  '%s: generates within limits',
  { timeout: seconds * 1000 + 10_000 },
  async (_name, document) => {
    const { code, signal, text, folder } = await run({
      file: 'case.json',
      text: JSON.stringify(document),
    })
    expect({ code, signal }, text).toEqual({ code: 0, signal: null })
    expect(existsSync(join(folder, 'out/rpcloom.lock.json'))).toBe(true)
  },
)

test.each(refused)(
  '%s: is rejected within limits',
  { timeout: seconds * 1000 + 10_000 },
  async (_name, document, expected) => {
    const { code, signal, text, folder } = await run(document)
    expect({ code, signal }, text).toEqual({ code: 2, signal: null })
    expect(text).toContain(expected)
    expect(text).not.toMatch(/^\s+at /m)
    expect(existsSync(join(folder, 'out'))).toBe(false)
  },
)
