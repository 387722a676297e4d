export { signerOf } from './keys.ts'
