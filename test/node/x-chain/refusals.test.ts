import { memoryStore } from '@native-node/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportedOutputs } from '../../../packages/node/src/chain/shared-memory.ts'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import { ZERO_ID, hexID, idText } from '../../../packages/node/src/codec/ids.ts'
import type { Output, Utxo } from '../../../packages/node/src/codec/structures.ts'
import type {
  BaseTx,
  CreateAssetTx,
  InitialState,
  Operation,
  UnsignedTx,
} from '../../../packages/node/src/codec/x-chain.ts'
import type { XChain } from '../../../packages/node/src/x-chain/chain.ts'
import { messages, refusal, type Rule } from '../../../packages/node/src/x-chain/refusals.ts'
import { xOutputs } from '../../../packages/node/src/x-chain/state.ts'
import { firstUtxo, issueBytes, openLedger, refusalOf } from './ledger.ts'
import {
  amount,
  base,
  C,
  FEE,
  funded,
  input,
  NATIVE,
  P,
  signedBytes,
  someone,
  sortedOperations,
  X,
  type Signers,
} from './wallet.ts'

const [anna, bert, carl] = [someone(1), someone(2), someone(3)]
const three = [anna, bert, carl].sort((a, b) => (a.address < b.address ? -1 : 1))
const rich = 1_000_000_000n
const far = 4_000_000_000n

const owned = { locktime: 0n, threshold: 1, addresses: [funded.address] }
const others = { locktime: 0n, threshold: 1, addresses: [anna.address] }
const payload = Buffer.from('token')

/** An asset that uses every extension. */
const states: readonly InitialState[] = [
  {
    fxIndex: 0,
    outputs: [
      { kind: 'secpMintOutput', ...owned },
      { kind: 'secpTransferOutput', amount: rich, ...owned },
    ],
  },
  {
    fxIndex: 1,
    outputs: [
      { kind: 'nftMintOutput', groupID: 1, ...owned },
      { kind: 'nftTransferOutput', groupID: 1, payload, ...owned },
    ],
  },
  {
    fxIndex: 2,
    outputs: [
      { kind: 'propertyMintOutput', ...owned },
      { kind: 'propertyOwnedOutput', ...owned },
    ],
  },
]

/** Objects that the tests spend, by name. */
interface Prepared {
  readonly chain: XChain
  readonly asset: ID
  readonly sum: Utxo
  readonly other: Utxo
  readonly locked: Utxo
  readonly shared: Utxo
  readonly mint: Utxo
  readonly tokenMint: Utxo
  readonly token: Utxo
  readonly propertyMint: Utxo
  readonly property: Utxo
  readonly exported: Readonly<Record<'sum' | 'unknown' | 'odd', Utxo>>
}

let at: Prepared

beforeAll(async () => {
  const store = memoryStore()
  const chain = await openLedger({ store })
  const outputs = [
    amount([funded], rich),
    amount([funded], rich + 1n),
    amount([funded], rich + 2n, { locktime: far }),
    amount(three, rich + 3n, { threshold: 2 }),
  ]
  const rest = 300_000_000_000_000_000n - 4n * rich - 6n - FEE
  const fields = base([input(firstUtxo)], [...outputs, amount([funded], rest)])
  const unsigned: UnsignedTx = {
    kind: 'createAssetTx',
    ...fields,
    name: 'Everything',
    symbol: 'ALL',
    denomination: 0,
    initialStates: states,
  }
  const asset = await issueBytes(chain, signedBytes(unsigned, [{ by: [funded] }]))
  const made = [
    ...fields.outputs,
    ...states.flatMap((state) => state.outputs.map((output) => ({ assetID: asset, output }))),
  ].map(({ assetID, output }, outputIndex): Utxo => ({
    txID: asset,
    outputIndex,
    assetID,
    output,
  }))
  const find = (holds: (utxo: Utxo) => boolean): Utxo => {
    const found = made.find(holds)
    if (found === undefined) throw new Error('not prepared')
    return found
  }
  const sumOf = (units: bigint): Utxo =>
    find(
      ({ assetID, output }) =>
        assetID === NATIVE && output.kind === 'secpTransferOutput' && output.amount === units,
    )
  const ofKind = (kind: Output['kind']): Utxo =>
    find(({ assetID, output }) => assetID === asset && output.kind === kind)
  const elsewhere = (outputIndex: number, assetID: ID): Utxo => ({
    txID: hexID('ee'.repeat(32)),
    outputIndex,
    assetID,
    output: amount([funded], rich).output,
  })
  const spent = await issueBytes(
    chain,
    signedBytes({ kind: 'baseTx', ...base([input(sumOf(rest))], []) }, [{ by: [funded] }]),
  )
  const exported = {
    sum: elsewhere(0, NATIVE),
    unknown: elsewhere(1, hexID('ab'.repeat(32))),
    odd: elsewhere(2, spent),
  }
  const shared = exportedOutputs(store, { source: C, destination: X }, xOutputs)
  await store.write(Object.values(exported).flatMap((utxo) => shared.added(utxo)))
  at = {
    chain,
    asset,
    sum: sumOf(rich),
    other: sumOf(rich + 1n),
    locked: sumOf(rich + 2n),
    shared: sumOf(rich + 3n),
    mint: ofKind('secpMintOutput'),
    tokenMint: ofKind('nftMintOutput'),
    token: ofKind('nftTransferOutput'),
    propertyMint: ofKind('propertyMintOutput'),
    property: ofKind('propertyOwnedOutput'),
    exported,
  }
})

const byFunded: Signers = { by: [funded] }
/** Transfers the amount minus the fee. */
const plain = (): BaseTx => base([input(at.sum)], [amount([anna], rich - FEE)])
const transfer = (change: Partial<BaseTx> = {}): UnsignedTx => ({
  kind: 'baseTx',
  ...plain(),
  ...change,
})
const creation = (change: Partial<CreateAssetTx> = {}): UnsignedTx => ({
  kind: 'createAssetTx',
  ...plain(),
  name: 'Name',
  symbol: 'SYMB',
  denomination: 0,
  initialStates: [{ fxIndex: 0, outputs: [{ kind: 'secpMintOutput', ...owned }] }],
  ...change,
})
const idOf = ({ txID, outputIndex }: Utxo): { txID: ID; outputIndex: number } => ({
  txID,
  outputIndex,
})
const operation = (
  utxo: Utxo,
  body: Operation['operation'],
  change: Partial<Operation> = {},
): Operation => ({ assetID: at.asset, utxoIDs: [idOf(utxo)], operation: body, ...change })
const operating = (...operations: readonly Operation[]): UnsignedTx => ({
  kind: 'operationTx',
  ...plain(),
  operations,
})
const mintInput = { sigIndices: [0] }
const minting = (units = 5n): Operation['operation'] => ({
  kind: 'secpMintOperation',
  mintInput,
  mintOutput: owned,
  transferOutput: { amount: units, ...others },
})
const burning: Operation['operation'] = { kind: 'propertyBurnOperation', sigIndices: [0] }
const importing = (utxo: Utxo, sourceChain = C): UnsignedTx => ({
  kind: 'importTx',
  ...plain(),
  sourceChain,
  importedInputs: [input(utxo)],
})
const signed = (kind: Signers['kind'], by = [funded]): Signers => ({ ...(kind && { kind }), by })

/** A transaction for every rule, which breaks only this rule. */
const broken: Partial<Record<Rule, () => readonly [unsigned: UnsignedTx, ...signers: Signers[]]>> =
  {
    networkID: () => [transfer({ networkID: 1 }), byFunded],
    blockchainID: () => [transfer({ blockchainID: P }), byFunded],
    memo: () => [transfer({ memo: new Uint8Array(257) }), byFunded],
    outputOrder: () => {
      const outputs = [amount([anna], 1n), amount([bert], 2n)].toReversed()
      return [transfer({ outputs }), byFunded]
    },
    inputOrder: () => {
      const { inputs } = base([input(at.sum), input(at.other)], [])
      return [transfer({ inputs: inputs.toReversed() }), byFunded, byFunded]
    },
    addressOrder: () => {
      const { assetID, output } = amount(three, 1n)
      const addresses = output.addresses.toReversed()
      return [transfer({ outputs: [{ assetID, output: { ...output, addresses } }] }), byFunded]
    },
    unspendable: () => [transfer({ outputs: [amount([anna], 1n, { threshold: 2 })] }), byFunded],
    unoptimized: () => [transfer({ outputs: [amount([anna], 1n, { threshold: 0 })] }), byFunded],
    noOutputValue: () => [transfer({ outputs: [amount([anna], 0n)] }), byFunded],
    noInputValue: () => {
      const spending = input(at.sum)
      const inputs = [{ ...spending, input: { ...spending.input, amount: 0n } }]
      return [transfer({ inputs }), byFunded]
    },
    noAsset: () => [transfer({ outputs: [amount([anna], 1n, { assetID: ZERO_ID })] }), byFunded],
    signerOrder: () => [
      { kind: 'baseTx', ...base([input(at.shared, [1, 0])], []) },
      { by: three.slice(0, 2).toReversed() },
    ],
    credentialCount: () => [transfer()],
    fundsShort: () => [transfer({ outputs: [amount([anna], rich - FEE + 1n)] }), byFunded],
    overflow: () => {
      const outputs = [amount([anna], 2n ** 64n - 1n), amount([anna], 2n ** 64n - 1n)]
      return [transfer({ outputs }), byFunded]
    },
    doubleSpend: () => {
      const twice = [minting(5n), minting(6n)].map((body) => operation(at.mint, body))
      return [operating(...sortedOperations(twice)), byFunded, byFunded, byFunded]
    },

    nameTooShort: () => [creation({ name: '' }), byFunded],
    nameTooLong: () => [creation({ name: 'n'.repeat(129) }), byFunded],
    nameSpace: () => [creation({ name: ' Name' }), byFunded],
    nameLetters: () => [creation({ name: 'Näme' }), byFunded],
    symbolTooShort: () => [creation({ symbol: '' }), byFunded],
    symbolTooLong: () => [creation({ symbol: 'SYMBO' }), byFunded],
    symbolLetters: () => [creation({ symbol: 'Symb' }), byFunded],
    denomination: () => [creation({ denomination: 33 }), byFunded],
    noStates: () => [creation({ initialStates: [] }), byFunded],
    unknownFx: () => [creation({ initialStates: [{ fxIndex: 3, outputs: [] }] }), byFunded],
    stateOrder: () => [creation({ initialStates: states.toReversed() }), byFunded],
    stateOutputOrder: () => [
      creation({
        initialStates: states.map(({ fxIndex, outputs }) => ({
          fxIndex,
          outputs: outputs.toReversed(),
        })),
      }),
      byFunded,
    ],
    incompatibleFx: () => [
      creation({
        initialStates: [{ fxIndex: 1, outputs: [{ kind: 'secpMintOutput', ...owned }] }],
      }),
      byFunded,
    ],

    noOperations: () => [operating(), byFunded],
    operationOrder: () => {
      const both = [operation(at.mint, minting()), operation(at.property, burning)]
      return [operating(...sortedOperations(both).toReversed()), byFunded, byFunded, byFunded]
    },
    operationInputOrder: () => {
      const utxoIDs = [idOf(at.token), idOf(at.mint)]
      return [operating(operation(at.mint, minting(), { utxoIDs })), byFunded, byFunded]
    },
    operationInputs: () => {
      const utxoIDs = [idOf(at.mint), idOf(at.token)]
      return [operating(operation(at.mint, minting(), { utxoIDs })), byFunded, byFunded]
    },
    payload: () => [
      operating(
        operation(at.tokenMint, {
          kind: 'nftMintOperation',
          mintInput,
          groupID: 1,
          payload: new Uint8Array(1025),
          owners: [others],
        }),
      ),
      byFunded,
      signed('nftCredential'),
    ],
    wrongMintOutput: () => [
      operating(
        operation(at.propertyMint, {
          kind: 'propertyMintOperation',
          mintInput,
          mintOutput: others,
          ownedOutput: others,
        }),
      ),
      byFunded,
      signed('propertyCredential'),
    ],
    wrongGroup: () => [
      operating(
        operation(at.tokenMint, {
          kind: 'nftMintOperation',
          mintInput,
          groupID: 2,
          payload,
          owners: [others],
        }),
      ),
      byFunded,
      signed('nftCredential'),
    ],
    wrongPayload: () => [
      operating(
        operation(at.token, {
          kind: 'nftTransferOperation',
          input: mintInput,
          output: { groupID: 1, payload: Buffer.from('other'), ...others },
        }),
      ),
      byFunded,
      signed('nftCredential'),
    ],
    wrongKind: () => [
      operating(operation(at.mint, burning)),
      byFunded,
      signed('propertyCredential'),
    ],
    credentialKind: () => [
      operating(operation(at.property, burning)),
      byFunded,
      signed('secpCredential'),
    ],

    noImports: () => [
      { kind: 'importTx', ...plain(), sourceChain: C, importedInputs: [] },
      byFunded,
    ],
    noExports: () => [
      { kind: 'exportTx', ...plain(), destinationChain: C, exportedOutputs: [] },
      byFunded,
    ],
    sameChain: () => [importing(at.exported.sum, X), byFunded, byFunded],
    otherSubnet: () => [importing(at.exported.sum, hexID('cc'.repeat(32))), byFunded, byFunded],
    unknownAsset: () => [importing(at.exported.unknown), byFunded, byFunded],
    notAnAsset: () => [importing(at.exported.odd), byFunded, byFunded],

    tooLarge: () => [
      transfer({ outputs: Array.from({ length: 900 }, () => amount([anna], 1n)) }),
      byFunded,
    ],
    missing: () => [transfer({ inputs: [input({ ...at.sum, outputIndex: 1000 })] }), byFunded],
    wrongAsset: () => {
      const { inputs } = base([input(at.sum), { ...input(at.other), assetID: at.asset }], [])
      return [transfer({ inputs }), byFunded, byFunded]
    },
    wrongAmount: () => {
      const spending = input(at.sum)
      const more = { ...spending.input, amount: rich + 7n }
      return [transfer({ inputs: [{ ...spending, input: more }] }), byFunded]
    },
    locked: () => [{ kind: 'baseTx', ...base([input(at.locked)], []) }, byFunded],
    tooManySigners: () => [
      { kind: 'baseTx', ...base([input(at.shared, [0, 1, 2])], []) },
      { by: three },
    ],
    tooFewSigners: () => [{ kind: 'baseTx', ...base([input(at.shared)], []) }, { by: [anna] }],
    signatureCount: () => [
      { kind: 'baseTx', ...base([input(at.shared, [0, 1])], []) },
      { by: three.slice(0, 1) },
    ],
    signerOutOfBounds: () => [
      { kind: 'baseTx', ...base([input(at.shared, [0, 3])], []) },
      { by: three.slice(0, 2) },
    ],
    signature: () => [
      { kind: 'baseTx', ...base([input(at.shared, [0, 2])], []) },
      { by: three.slice(0, 2) },
    ],
  }

/** Returns the reason that the API document has for a rule. */
function expectedReason(rule: Rule): string {
  if (/Order$|^unoptimized$/.test(rule)) return 'notCanonical'
  if (/^credential|[sS]ign/.test(rule)) return 'wrongSignature'
  if (/^(networkID|blockchainID|sameChain|otherSubnet)$/.test(rule)) return 'wrongNetwork'
  const others: Partial<Record<Rule, string>> = {
    missing: 'missingUtxo',
    doubleSpend: 'transactionConflict',
    locked: 'outputLocked',
    fundsShort: 'insufficientFunds',
    overflow: 'insufficientFunds',
  }
  return others[rule] ?? 'transactionRefused'
}

describe('a transaction that breaks one rule is rejected with that rule', () => {
  test('every rule is tested', () => {
    expect(Object.keys(broken).sort()).toEqual(Object.keys(messages).sort())
  })

  test.each(Object.keys(broken) as Rule[])('%s', async (rule) => {
    const made = broken[rule]?.()
    if (made === undefined) throw new Error('no transaction')
    const [unsigned, ...signers] = made
    expect(await refusalOf(issueBytes(at.chain, signedBytes(unsigned, signers)))).toBe(rule)
  })

  test('the signers of operations are checked too', async () => {
    const burned = operation(at.property, { ...burning, sigIndices: [1, 0] })
    const bytes = signedBytes(operating(burned), [byFunded, byFunded])
    expect(await refusalOf(issueBytes(at.chain, bytes))).toBe('signerOrder')
  })

  test('each operation has its own credential', async () => {
    const operations = sortedOperations([
      operation(at.mint, minting()),
      operation(at.property, burning),
    ])
    const signers = operations.map(({ operation: { kind } }, index) =>
      signed(kind === 'secpMintOperation' ? undefined : 'propertyCredential', [
        index === 0 ? funded : bert,
      ]),
    )
    const bytes = signedBytes(operating(...operations), [byFunded, ...signers])
    await expect(issueBytes(at.chain, bytes)).rejects.toThrow(
      `signature 0 of operation 1 is by ${bert.text}, expected ${funded.text}`,
    )
  })

  test('bytes that are no signature are named', async () => {
    const bytes = signedBytes(transfer(), [byFunded]).fill(0xff, -65)
    await expect(issueBytes(at.chain, bytes)).rejects.toThrow(
      `signature 0 of input 0 is not a valid signature, expected ${funded.text}`,
    )
  })

  test.each(Object.keys(messages) as Rule[])('the API error of %s has its reason', (rule) => {
    expect(refusal(rule)).toMatchObject({ reason: expectedReason(rule) })
  })

  test.each<readonly [rule: Rule, part: () => string]>([
    ['signature', () => 'signature 1 of input 0 is by X-'],
    ['signature', () => `expected ${three[2]?.text}`],
    ['tooFewSigners', () => 'the number of signers of input 0 is 1, the threshold is 2'],
    ['signerOutOfBounds', () => 'input 0 has the signer index 3, the number of owners is 3'],
    ['credentialCount', () => 'expected 1, got 0'],
    ['missing', () => `spends output 1000 of transaction ${idText(at.asset)}`],
    ['fundsShort', () => `need ${rich + 1n} of asset ${idText(NATIVE)}, the inputs have ${rich}`],
  ])('%s: the error contains the expected value', async (rule, part) => {
    const made = broken[rule]?.()
    if (made === undefined) throw new Error('no transaction')
    const [unsigned, ...signers] = made
    const issuing = issueBytes(at.chain, signedBytes(unsigned, signers))
    await expect(issuing).rejects.toThrow(part())
  })

  test('none of them changed the state', () => {
    expect(at.chain.producer.tip().height).toBe(2n)
  })
})
