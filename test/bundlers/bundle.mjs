// node bundle.mjs BUNDLER ENTRY TARGET: bundles a program for browsers with default settings into TARGET.
import { execFileSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const bundlers = {
  async esbuild(entry, target) {
    const { build } = await import('esbuild')
    await build({
      entryPoints: [entry],
      outfile: target,
      bundle: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'error',
    })
  },
  async vite(entry, target) {
    const { build } = await import('vite')
    await build({
      root: dirname(entry),
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: dirname(target),
        emptyOutDir: false,
        modulePreload: false,
        rollupOptions: { input: entry, output: { entryFileNames: basename(target) } },
      },
    })
  },
  async webpack(entry, target) {
    const { default: webpack } = await import('webpack')
    const compiler = webpack({
      mode: 'production',
      context: dirname(entry),
      entry,
      output: { path: dirname(target), filename: basename(target) },
    })
    await new Promise((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error) reject(error)
        else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')))
        else resolve()
      })
    })
  },
  async rollup(entry, target) {
    const { rollup } = await import('rollup')
    const { nodeResolve } = await import('@rollup/plugin-node-resolve')
    const bundle = await rollup({
      input: entry,
      plugins: [nodeResolve({ browser: true })],
      onwarn({ code, message }) {
        if (code === 'UNRESOLVED_IMPORT') throw new Error(message)
      },
    })
    await bundle.write({
      dir: dirname(target),
      entryFileNames: basename(target),
      format: 'es',
    })
    await bundle.close()
  },
  bun(entry, target) {
    const bun = join(import.meta.dirname, 'node_modules/@oven/bun-linux-x64/bin/bun')
    const args = ['build', entry, '--target=browser', `--outfile=${target}`]
    execFileSync(bun, args, { cwd: dirname(entry), stdio: ['ignore', 'ignore', 'inherit'] })
  },
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [bundler = '', entry = '', target = ''] = process.argv.slice(2)
  await bundlers[bundler](entry, target)
}
