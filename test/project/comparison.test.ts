import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Returns the rows of the tables below a heading, with trimmed cells. */
function rowsOf(page: string, heading: string): readonly (readonly string[])[] {
  const text = readFileSync(join(root, page), 'utf8')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const lines = section.split(/\n## /)[0]?.split('\n') ?? []
  return lines.flatMap((line) =>
    line.startsWith('|')
      ? [
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ]
      : [],
  )
}

/** Returns cells of a row in `bench/RESULTS.md`, without ratios in brackets. */
function measured(heading: string, name: string, columns: readonly number[]): readonly string[] {
  const row = rowsOf('bench/RESULTS.md', heading).find(([first]) => first === name) ?? []
  return columns.map((column) => (row[column] ?? 'missing').replace(/ \(.*\)$/, ''))
}

const generating = [1, 3, 4]

test.each([
  [
    'Generating',
    'rpcloom: client, server and mock',
    measured('Generating', 'ours, client + server + mock, formatting off', generating),
  ],
  [
    'Generating',
    'openapi-typescript on equivalent input: types',
    measured('Generating', 'openapi-typescript, types only', generating),
  ],
  [
    'Generating',
    'hey-api: types, client and validation',
    measured('Generating', 'hey-api, types + client + validation', generating),
  ],
  [
    'Generating',
    '@open-rpc/generator: client',
    measured('Generating', '@open-rpc/generator, client only', generating),
  ],
  ['Serving', 'rpcloom', measured('Server', 'generated, sync', [1])],
  ...['jayson', 'fastify', '@open-rpc/server-js'].map(
    (name) => ['Serving', name, measured('Server', name, [1])] as const,
  ),
] as const)('%s: the figures of %s are those of bench/RESULTS.md', (heading, name, want) => {
  const row = rowsOf('docs/comparison.md', heading).find(([first]) => first === name)
  expect(row?.slice(1)).toEqual(want)
})

const bytes = (name: string): string => measured('Client size', name, [2]).join()

test.each([
  [
    'rpcloom',
    'generated',
    `${bytes('ours, one method')} (one method), ${bytes('ours, one group')} (one group)`,
  ],
  ['jayson', 'jayson', bytes('jayson, browser client')],
  ['ethers', 'ethers', bytes('ethers, JsonRpcProvider')],
  ['@open-rpc/client-js', '@open-rpc/client-js', bytes('@open-rpc/client-js')],
  ['viem', 'viem', bytes('viem, createClient and http')],
])('Calling: the figures of %s are those of bench/RESULTS.md', (name, client, size) => {
  const row = rowsOf('docs/comparison.md', 'Calling').find(([first]) => first === name)
  expect(row?.slice(1)).toEqual([...measured('Client', client, [1]), size])
})

test('the CPU seconds on the first page are those of bench/RESULTS.md', () => {
  const names = [
    'ours, client + server + mock, formatting off',
    'openapi-typescript, types only',
    'hey-api, types + client + validation',
    '@open-rpc/generator, client only',
  ]
  const want = names.map((name) =>
    measured('Generating', name, [3])
      .join()
      .replace(/ s\b.*/, ''),
  )
  const page = readFileSync(join(root, 'docs/README.md'), 'utf8')
  const [, row = ''] = /^\| CPU seconds +\|(.*)\|$/m.exec(page) ?? []
  expect(row.split('|').map((cell) => cell.trim())).toEqual(want)
})
