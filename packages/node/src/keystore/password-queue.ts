import { RpcError } from '@native-node/server'
import { inOrder } from '../scheduling/in-order.ts'

/** Maximum number of password hashes that run or wait. Each takes about 0.1 seconds. */
const MOST = 64
const LIMIT_EXCEEDED = -32_005

const inTurn = inOrder()
let count = 0

/**
 * Computes a password hash after all earlier ones. Hashes run on the threads that also read files and
 * the database, so one at a time leaves the other threads to them. Throws an RpcError if too many
 * hashes wait.
 */
export async function hashInTurn<T>(hash: () => Promise<T>): Promise<T> {
  if (count >= MOST) {
    throw new RpcError(LIMIT_EXCEEDED, 'Too many passwords are being checked', {
      data: { reason: 'tooManyPasswords' },
      reason: 'tooManyPasswords',
    })
  }
  count++
  try {
    return await inTurn(hash)
  } finally {
    count--
  }
}
