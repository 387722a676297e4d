import { failedWith, settledWith, startCall, type CallSettings } from './call.ts'
import type { RpcCall } from './rpc-call.ts'

type Text = string | undefined

/** A batch on its way: the answers in the places of their messages. Notifications have none. */
export class Batch {
  readonly #settings: CallSettings
  readonly #answers: Text[] = []
  /** Answers still to come. */
  #open = 0
  #finish: ((text: Text) => void) | undefined

  constructor(settings: CallSettings) {
    this.#settings = settings
  }

  /** Makes a call, whose answer comes when its handler has settled. */
  call(request: RpcCall, index: number): void {
    const started = startCall(request, this.#settings)
    if (typeof started !== 'object') {
      this.#answers[index] = started
      return
    }
    this.#open++
    Promise.resolve(started).then(
      (value) => this.#settled(settledWith(value, request, this.#settings), index),
      (error: unknown) => this.#settled(failedWith(error, request, this.#settings), index),
    )
  }

  /** Takes an answer that needs no call. */
  add(answer: Text | Promise<Text>, index: number): void {
    this.#answers[index] = typeof answer === 'object' ? undefined : answer
    if (typeof answer !== 'object') return
    this.#open++
    void answer.then((text) => this.#settled(text, index))
  }

  /** The answers as one text, at once where nothing has to be waited for. */
  answer(): Text | Promise<Text> {
    if (this.#open === 0) return this.#text()
    return new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  #settled(answer: Text, index: number): void {
    this.#answers[index] = answer
    if (--this.#open === 0) this.#finish?.(this.#text())
  }

  /** They keep the order of the messages. */
  #text(): Text {
    let text = ''
    for (const answer of this.#answers) {
      if (answer !== undefined) text += (text === '' ? '[' : ',') + answer
    }
    return text === '' ? undefined : text + ']'
  }
}
