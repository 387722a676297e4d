import { load } from 'rpcloom/load'
import { expect, test } from 'vitest'
import { lostDigits } from '@rpcloom/schema/internal'
import { temporaryFolder } from '../temporary-folder.ts'

test.each<[string, readonly string[]]>([
  ['[0.1, 1.50, -2.5e-3, 1e30, 0.0, -0.0, 1E+2, 123456789012345.0]', []],
  ['[0.12345678901234567891, 0.1]', ['0.12345678901234567891']],
  ['[3.14159265358979323846, 3.141592653589793]', ['3.14159265358979323846']],
  // Integers without an exponent are bigints.
  ['[18446744073709551615]', []],
  [
    '[18446744073709551615.0, 18446744073709551615e0, 9007199254740993e1]',
    ['18446744073709551615.0', '18446744073709551615e0', '9007199254740993e1'],
  ],
  ['[9007199254740992e1, 1e-300, 1.000000000000000000000000]', []],
  ['[1e-400, 1e400]', ['1e-400', '1e400']],
  ['{"0.12345678901234567891": "\\"0.12345678901234567891"}', []],
])('%s', (text, wanted) => {
  JSON.parse(text)
  expect(lostDigits(text).map(({ literal }) => literal)).toEqual(wanted)
})

test('millions of digits are read in linear time', () => {
  const zeros = '0'.repeat(3e6)
  const before = process.cpuUsage()
  expect(lostDigits(`[0.${zeros}1, 1.${zeros}, "${zeros}"]`)).toHaveLength(1)
  expect(process.cpuUsage(before).user).toBeLessThan(3e6)
})

const document = (number: string): string =>
  `{"openrpc": "1.3.2", "info": {"title": "T", "version": "1"}, "methods": [],
  "components": {"schemas": {"A": {"type": "number", "maximum": ${number}}}}}`

async function findingsOf(file: string, text: string): Promise<readonly string[]> {
  const { diagnostics } = await load({ root: temporaryFolder({ [file]: text }), inputs: [file] })
  return diagnostics.map(
    ({ code, line, column, message }) => `${line}:${column} ${code} ${message}`,
  )
}

test.each(['a.json', 'a.yaml'])('a number that loses precision is reported, %s', async (file) => {
  expect(await findingsOf(file, document('0.12345678901234567891'))).toEqual([
    '2:65 RL125 The number 0.12345678901234567891 is read as 0.12345678901234568.',
  ])
  expect(await findingsOf(file, document(`1.${'1'.repeat(1000)}`))).toEqual([
    `2:65 RL125 The number 1.${'1'.repeat(48)}… (1002 characters) is read as 1.1111111111111112.`,
  ])
  expect(await findingsOf(file, document('0.5'))).toEqual([])
})

test('a number in JSON with comments is reported, too', async () => {
  const text = document('0.12345678901234567891').replace('"methods"', '/* 1e400 */ "methods"')
  expect((await findingsOf('a.json', text)).map((one) => one.split(' ')[1])).toEqual([
    'RL118',
    'RL125',
  ])
})

test.each([
  ['a.json', 'RL102 The number 1e400 exceeds the range of a double, about 1.8e308.'],
  ['a.yaml', 'RL103 1e400 is not a valid JSON number. Remove it, or quote it to make it a string.'],
])('an infinite number is rejected, %s', async (file, wanted) => {
  expect(await findingsOf(file, document('1e400'))).toEqual([`2:65 ${wanted}`])
})

test.each(['a.json', 'a.yaml'])('an integer of 1000 digits is exact, %s', async (file) => {
  expect(await findingsOf(file, document('1'.repeat(1000)))).toEqual([])
  const [finding = ''] = await findingsOf(file, document('1'.repeat(1001)))
  expect(finding).toContain(`${'1'.repeat(50)}… (1001 characters)`)
})
