import { expect, test } from 'vitest'
import { formatterFor } from '../../generator/src/output/format.ts'
import { type Lock, printLock } from '../../generator/src/output/lock.ts'
import { manifestName, printManifest } from '../../generator/src/output/manifest.ts'
import { derivationOf, isSameCode, type Stamp } from '../../generator/src/engine/stamp.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const lock: Lock = {
  generator: 'rpcloom@1.0.0',
  formatter: 'f',
  config: 'c',
  documents: [],
  inputs: {},
  files: {},
  derived: ['docs/site'],
  api: {},
}
const text = printLock(lock)
const installed: Stamp = {
  generator: lock.generator,
  formatter: formatterFor('/nowhere', false),
  config: 'c',
  code: {},
}
const checkout: Stamp = { ...installed, checkout: 'a' }

test.each<[string, Stamp, Stamp | undefined, boolean]>([
  ['an installed version', installed, undefined, true],
  ['another version', { ...installed, generator: 'rpcloom@1.0.1' }, undefined, false],
  ['a checkout without a manifest', checkout, undefined, false],
  ['a checkout', checkout, checkout, true],
  ['other code of a checkout', { ...checkout, checkout: 'b' }, checkout, false],
])('%s', (_, now, before, same) => {
  const out = temporaryFolder({})
  if (before !== undefined) {
    const manifest = printManifest({ ...derivationOf(before, text), files: {} })
    putFiles(out, { [`docs/site/${manifestName}`]: manifest })
  }
  expect(isSameCode(out, now, { lock, text })).toBe(same)
})

test('the lock file of another branch is not used for the derived files', () => {
  const manifest = printManifest({ ...derivationOf(checkout, text), files: {} })
  const out = temporaryFolder({ [`docs/site/${manifestName}`]: manifest })
  const other = { ...lock, files: { 'client/a.ts': { raw: 'r', final: 'f' } } }
  expect(isSameCode(out, checkout, { lock: other, text: printLock(other) })).toBe(false)
})
