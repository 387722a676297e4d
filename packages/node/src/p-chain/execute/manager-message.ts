import { decode, type ID } from '../../codec/field.ts'
import { L1Message, SignedWarpMessage, WarpPayload } from '../../codec/messages.ts'
import { refusal } from '../refusals.ts'
import { subnets } from '../state/records.ts'
import { validatorsAt } from '../state/validator-sets.ts'
import { warpProblem } from '../warp.ts'
import { isL1, type Execution } from './execution.ts'

type Kind = L1Message['kind']

export interface ManagerMessage<K extends Kind> {
  readonly payload: Extract<L1Message, { readonly kind: K }>
  readonly bytes: Uint8Array
  /** Checks that the manager of an L1 sent the message. */
  readonly check: (subnetID: ID) => Promise<void>
}

/** Parses a signed message and verifies its signature. Throws a `Refusal`. */
export async function managerMessage<K extends Kind>(
  execution: Execution,
  signed: Uint8Array,
  kind: K,
): Promise<ManagerMessage<K>> {
  const message = parsed(SignedWarpMessage, signed)
  const call = parsed(WarpPayload, message.payload)
  if (call.kind !== 'addressedCall') throw refusal('warpFormat')
  const payload = parsed(L1Message, call.payload)
  if (!isKind(payload, kind)) throw refusal('warpFormat')
  await checkSigned(execution, message)
  return {
    payload,
    bytes: call.payload,
    async check(subnetID) {
      const subnet = await subnets.get(execution.draft.reader, subnetID)
      if (subnet === undefined || !isL1(subnet)) throw refusal('notAnL1')
      const isManager =
        message.sourceChainID === subnet.managerChainID &&
        Buffer.compare(call.sourceAddress, subnet.managerAddress) === 0
      if (!isManager) throw refusal('manager')
    },
  }
}

function isKind<K extends Kind>(
  payload: L1Message,
  kind: K,
): payload is Extract<L1Message, { readonly kind: K }> {
  return payload.kind === kind
}

async function checkSigned(
  { draft, params, height }: Execution,
  message: SignedWarpMessage,
): Promise<void> {
  if (message.networkID !== params.networkID) throw refusal('warpNetwork')
  const subnetID = await draft.subnetOf(message.sourceChainID)
  if (subnetID === undefined) throw refusal('warpSource')
  const problem = warpProblem(message, (await validatorsAt(draft, subnetID, height)).values())
  if (problem !== undefined) throw refusal(problem)
}

function parsed<T>(field: Parameters<typeof decode<T>>[0], bytes: Uint8Array): T {
  try {
    return decode(field, bytes)
  } catch (error) {
    if (error instanceof RangeError) throw refusal('warpFormat')
    throw error
  }
}
