import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unwritable, writeReport } from '../../generator/src/conform/report/write.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { shopDocument } from './shop-document.ts'

test('a report replaces a file atomically and leaves no other file', () => {
  const folder = temporaryFolder({ 'report.xml': 'old' })
  const file = join(folder, 'report.xml')
  chmodSync(file, 0o640)
  const before = statSync(file).ino
  expect(writeReport(file, 'new')).toBeUndefined()
  expect(readFileSync(file, 'utf8')).toBe('new')
  // The inode is new: a reader that opened the old file can still read all of it.
  expect(statSync(file).ino).not.toBe(before)
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder)).toEqual(['report.xml'])
})

test.each([
  ['to a file', true],
  ['to a missing file', false],
])('a link %s remains a link', (_name, isThere) => {
  const folder = temporaryFolder({ 'a/keep': '' })
  if (isThere) writeFileSync(join(folder, 'a/real.xml'), 'old')
  const file = join(folder, 'report.xml')
  symlinkSync('a/real.xml', file)
  expect(writeReport(file, 'new')).toBeUndefined()
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'a/real.xml'), 'utf8')).toBe('new')
})

test.each([
  ['a folder', '.', /is a folder/],
  ['in a folder that is not there', 'no/report.xml', /no such file or directory/i],
  ['below a file', 'file/report.xml', /not a directory|no folder/i],
  ['a link to itself', 'loop', /too many symbolic links|ELOOP/i],
])('%s cannot be written, and the reason is reported', (_name, path, why) => {
  const folder = temporaryFolder({ file: 'old' })
  symlinkSync('loop', join(folder, 'loop'))
  const file = join(folder, path)
  expect(unwritable(file)).toMatch(why)
  expect(writeReport(file, 'new')).toBeDefined()
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('old')
  expect(readdirSync(folder).toSorted()).toEqual(['file', 'loop'])
})

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

test('an interrupted run writes its reports, even during a call without a response', async () => {
  let calls = 0
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return response.end()
    calls++
    if (calls > 3) return waiting.splice(0).forEach((go) => go())
    return response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const silent = new Promise<void>((go) => waiting.push(go))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(shopDocument) })
  const args = ['conform', url, '-i', 'shop.json', '--junit', 'j.xml', '--write-expected', 'e.json']
  // A missing response delays the process at most this long.
  args.push('--timeout', '1000')
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part))
  await silent
  child.kill('SIGINT')
  const [code] = (await once(child, 'close')) as [number | null]
  expect([code, stderr]).toEqual([2, expect.stringContaining('Interrupted')])
  expect(readFileSync(join(folder, 'j.xml'), 'utf8')).toMatch(/<\/testsuites>\s*$/)
  // A list of expected findings from an interrupted run would be incomplete.
  expect(readdirSync(folder).toSorted()).toEqual(['j.xml', 'shop.json'])
})

test('an unwritable report is reported before any request is sent', async () => {
  const folder = temporaryFolder({ 'shop.json': JSON.stringify(shopDocument) })
  // Nothing listens on port 1; an error for that would come first.
  const args = ['conform', 'http://127.0.0.1:1', '-i', 'shop.json', '--junit', '.']
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part))
  const [code] = (await once(child, 'close')) as [number | null]
  expect([code, stderr]).toEqual([2, 'rpcloom: RL033 Cannot write the output: . is a folder\n'])
})
