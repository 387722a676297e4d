import type { Group, Method } from 'rpcloom/model'
import { chains } from './standard-words/chains.ts'
import { editors } from './standard-words/editors.ts'
import { ethereum } from './standard-words/ethereum.ts'
import { ethereumDebug } from './standard-words/ethereum-debug.ts'
import { ethereumDevelopment } from './standard-words/ethereum-development.ts'
import { moreChains } from './standard-words/more-chains.ts'

/** Words by which readers look for methods of standard APIs, by the name of the method without case and separators. */
const standardWords: ReadonlyMap<string, readonly string[]> = new Map(
  [chains, moreChains, editors, ethereum, ethereumDebug, ethereumDevelopment].flatMap((table) =>
    table.trim().split('\n').map(entryOf),
  ),
)

function entryOf(line: string): readonly [string, readonly string[]] {
  const end = line.indexOf(': ')
  return [plain(line.slice(0, end)), line.slice(end + 2).split(', ')]
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/**
 * Returns the words by which readers look for a method of a standard API, whose names many documents share. Methods of
 * a server's own have words in `x-search`. Many chains have the methods of Ethereum with names of their own:
 * `Filecoin.EthCall`, `qtm_getLogs` and `GetLogs` have the words of `eth_call` and `eth_getLogs`, if their group has
 * several of them. A version that is not in the table has the words of its method.
 */
export function standardWordsOf(
  { name: method }: Pick<Method, 'name'>,
  group: Group,
): readonly string[] {
  const name = plain(method)
  const known = [
    name,
    name.replace(/^[a-z]+?(?=eth[a-z])/, ''),
    name.replace(/v\d+$/, ''),
    ...(isLikeEthereum(group) ? [asOfEthereum(method)] : []),
  ]
  const found = known.find((one) => standardWords.has(one))
  return (found === undefined ? undefined : standardWords.get(found)) ?? []
}

function asOfEthereum(method: string): string {
  return `eth${plain(method.replace(/^[A-Za-z]+_/, ''))}`
}

/** Methods of Ethereum whose names say more than `call` or `sign`, which any API may have. */
const telling = new Set(
  [
    'BlockNumber',
    'EstimateGas',
    'GetBlockByNumber',
    'GetLogs',
    'GetTransactionReceipt',
    'SendRawTransaction',
  ].map((name) => plain(`eth${name}`)),
)

const likeEthereum = new WeakMap<Group, boolean>()

function isLikeEthereum(group: Group): boolean {
  const known = likeEthereum.get(group)
  if (known !== undefined) return known
  const found = group.methods.filter(({ name }) => telling.has(asOfEthereum(name)))
  likeEthereum.set(group, found.length > 1)
  return found.length > 1
}
