const listening = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `callback` when the signal aborts, until the returned function is called. All calls with the same
 * signal share one listener: Node warns of a leak above ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const known = listening.get(signal)
  const callbacks = known ?? new Set()
  callbacks.add(callback)
  const tell = (): void => {
    for (const one of callbacks) one()
  }
  if (!known) {
    listening.set(signal, callbacks)
    signal.addEventListener('abort', tell, { once: true })
    stops.set(callbacks, () => {
      signal.removeEventListener('abort', tell)
      listening.delete(signal)
    })
  }
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0) stops.get(callbacks)?.()
  }
}

const stops = new WeakMap<object, () => void>()
