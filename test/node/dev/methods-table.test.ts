import { readFileSync } from 'node:fs'
import { groups } from '@native-node/server'
import { describe, expect, test } from 'vitest'
import { devAliases } from '../../../packages/node/src/c-chain/api/dev/aliases.ts'
import { devRpc } from './rpc.ts'

const page = readFileSync(new URL('../../../docs/development-chain.md', import.meta.url), 'utf8')
/** The rows of the table of methods: the name, the names in other chains, and what this node does. */
const rows = page
  .split('\n')
  .filter((line) => /^\| `[a-z]+[A-Za-z0-9]*_/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .map(([, name = '', anvil = '', hardhat = '', ganache = '', here = '']) => ({
    name,
    others: [anvil, hardhat, ganache],
    here,
  }))
const isHere = ({ here }: { readonly here: string }): boolean => !here.startsWith('no:')
const own = groups.flatMap(({ key, methods }) =>
  key.startsWith('cChain') ? methods.map(({ name }) => name) : [],
)

describe('the table of methods in docs/development-chain.md', () => {
  test('lists all development methods and their other names', () => {
    const development = groups.find(({ key }) => key === 'cChainDev')?.methods ?? []
    const names = [...development.map(({ name }) => name), ...Object.keys(devAliases)]
    const listed = rows.filter(isHere).map(({ name }) => name)
    expect(listed.toSorted()).toEqual(names.toSorted())
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  })

  test('names what each alias stands for', () => {
    const aliases = rows.filter(({ here }) => here.startsWith('as '))
    expect(Object.fromEntries(aliases.map(({ name, here }) => [name, here.slice(3)]))).toEqual(
      devAliases,
    )
  })

  test('says what to call instead of a method that is not here', () => {
    for (const { name, here } of rows.filter((row) => !isHere(row))) {
      expect(own, name).not.toContain(name)
      const [, instead] = /^no: use (\w+)$/.exec(here) ?? []
      if (instead !== undefined) expect(own).toContain(instead)
    }
  })

  test('is what a node knows', async () => {
    const { ask } = await devRpc()
    for (const { name, others, here } of rows) {
      const names = [name, ...others.filter((other) => other.includes('_'))]
      for (const asked of names) {
        const { error } = await ask(asked, {}, {}, {}, {}, {}, {})
        const isKnown = error?.code !== -32_601
        expect(isKnown, asked).toBe(!here.startsWith('no:'))
      }
    }
  })
})
