// Runs commands one after another in a process of their own, which a test can limit and kill.
import { main } from '../generator/dist/cli/main.js'

let text = ''
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (part) => {
    text += String(part)
    return true
  }
}

process.on('message', async ({ cwd, args }) => {
  text = ''
  process.chdir(cwd)
  const code = await main(args)
  process.send?.({ code, text })
})
