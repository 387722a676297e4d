import { button } from '../dom.ts'

interface Actions {
  readonly send: (isAnyway: boolean) => void
  readonly stop: () => void
}

/** The buttons that send and cancel a call. */
interface CallButtons {
  readonly elements: readonly HTMLElement[]
  /** Shows or hides the button that sends params which are not valid against the schema. */
  readonly offerAnyway: (isOffered: boolean) => void
  /** Replaces the send button by a cancel button until the call is complete. */
  readonly during: (stopLabel: string, call: () => Promise<void>) => Promise<void>
  readonly nameStop: (label: string) => void
  readonly isBusy: () => boolean
}

export function callButtons(actions: Actions): CallButtons {
  const send = button('Send', () => actions.send(false), {
    class: 'try-button primary',
    'aria-keyshortcuts': 'Control+Enter',
  })
  const anyway = button('Send anyway', () => actions.send(true), {
    class: 'try-button',
    hidden: true,
  })
  const stop = button('Cancel', actions.stop, { class: 'try-button', hidden: true })
  const nameStop = (label: string): void => {
    stop.textContent = label
  }
  return {
    elements: [send, anyway, stop],
    offerAnyway(isOffered) {
      anyway.hidden = !isOffered
    },
    async during(stopLabel, call) {
      const hadFocus = document.activeElement === send
      nameStop(stopLabel)
      send.hidden = true
      stop.hidden = false
      if (hadFocus) stop.focus()
      await call()
      const goesBack = document.activeElement === stop
      stop.hidden = true
      send.hidden = false
      if (goesBack) send.focus()
    },
    nameStop,
    isBusy: () => !stop.hidden,
  }
}
