// Runs flows of Ethereum libraries on the development chain at NODE_URL, and prints the name of each flow that passes.
// `node run.mjs [flow...]`: without names, the flows that compile nothing.
const url = process.env.NODE_URL ?? 'http://127.0.0.1:9650/ext/bc/C/rpc'
const names = process.argv.slice(2)
const flows = names.length > 0 ? names : ['uniswap', 'web3', 'wagmi', 'entry-point']

for (const name of flows) {
  const { run } = await import(`./${name}.mjs`)
  try {
    await run(url)
    console.log(`passed: ${name}`)
  } catch (error) {
    console.error(`failed: ${name}: ${error.stack}`)
    process.exitCode = 1
  }
}
// Libraries keep timers for later requests.
process.exit()
