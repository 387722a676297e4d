type Bundle = (entry: string, target: string) => Promise<void> | void

export declare const bundlers: Readonly<
  Record<'esbuild' | 'vite' | 'webpack' | 'rollup' | 'bun', Bundle>
>
