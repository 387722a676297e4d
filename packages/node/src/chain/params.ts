import { rpcErrors } from '@native-node/server'
import type { ID, NodeIDBytes } from '../codec/field.ts'
import { parseID, parseNodeID, ZERO_ID } from '../codec/ids.ts'

/** Returns the error for a param that matches its schema but is invalid. All API groups share this error. */
export function invalidParam(pointer: string, message: string): Error {
  const text = `Invalid params: ${pointer} ${message}`
  return rpcErrors.info.invalidParams({ issues: [{ pointer, message }] }, text)
}

/** Parses a param as an ID. Checks the checksum, which the schema of the param cannot check. */
export function idParam(text: string, pointer: string): ID {
  const id = parseID(text)
  if (id === undefined) throw invalidParam(pointer, 'must be 32 bytes in cb58')
  return id
}

/** Parses a param as a subnet ID; the default is the Primary Network. */
export function subnetParam(text: string | undefined): ID {
  return text === undefined ? ZERO_ID : idParam(text, '/subnetID')
}

export function nodeParam(text: string, pointer: string): NodeIDBytes {
  const node = parseNodeID(text)
  if (node === undefined) throw invalidParam(pointer, 'must be a node ID')
  return node
}
