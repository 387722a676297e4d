/** What contracts print with `console.sol`, which tools can turn off. */
export class Printing {
  isOn = true
  readonly #onPrint: (line: string) => void

  constructor(onPrint: (line: string) => void) {
    this.#onPrint = onPrint
  }

  readonly print = (lines: readonly string[]): void => {
    if (this.isOn) lines.forEach((line) => this.#onPrint(line))
  }
}
