import { describe, expect, it } from 'vitest'
import {
  HttpError,
  NodeError,
  OverflowError,
  ProtocolError,
  RpcError,
  TimeoutError,
  TransportError,
  type ErrorKind,
} from '@rpcloom/rpc'

const classes = {
  Transport: TransportError,
  Timeout: TimeoutError,
  Overflow: OverflowError,
  Http: HttpError,
  Protocol: ProtocolError,
  Rpc: RpcError,
} satisfies Partial<Record<ErrorKind, unknown>>

/** As the client makes them, and as they look that another copy of the package made. */
const made = (kind: ErrorKind): readonly Error[] => [
  new NodeError('said', {}, kind),
  Object.assign(new Error('said'), { name: `${kind}Error` }),
]

describe('an error of a kind', () => {
  it.each(Object.entries(classes))('is a %sError and no other', (kind, itsClass) => {
    for (const error of made(kind as ErrorKind)) {
      for (const one of Object.values(classes)) {
        expect(error instanceof one).toBe(one === itsClass)
      }
    }
  })

  it('bears its name, a code and what it is given', () => {
    const cause = new Error('below')
    expect(new NodeError('said', { cause, status: 503 }, 'Http')).toMatchObject({
      name: 'HttpError',
      code: 'http',
      message: 'said',
      status: 503,
      cause,
    })
    expect(new RpcError(-32000, 'said', { data: 1 })).toMatchObject({
      name: 'RpcError',
      code: -32000,
      data: 1,
    })
    expect(new TimeoutError('said')).toMatchObject({ name: 'TimeoutError', code: 'timeout' })
    expect(new NodeError('said').name).toBe('NodeError')
  })

  it.each([undefined, null, 'TimeoutError', { name: 'TimeoutError' }, new Error('TimeoutError')])(
    'is not %o',
    (value) => {
      expect(value instanceof TimeoutError).toBe(false)
    },
  )

  it('is of a class that extends its own only where it was made by that', () => {
    class Slow extends TimeoutError {}
    const slow = new Slow('said')
    expect([slow instanceof Slow, slow instanceof TimeoutError]).toEqual([true, true])
    expect([slow instanceof HttpError, slow.name]).toEqual([false, 'TimeoutError'])
    expect(new TimeoutError('said') instanceof Slow).toBe(false)
  })
})
