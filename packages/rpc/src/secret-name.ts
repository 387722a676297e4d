/** Words at the end of a name that indicate a secret, for documents that do not mark secrets. */
const secretWords =
  /((^|_)(pass|passwd|secret(_?key)?|seed_?phrase|api_?key|(access|auth|bearer|refresh|session)_?token|authorization|credential)|password|passphrase|private_?key|mnemonic)s?$/

/** Whether the name of a member or of a query param indicates a secret. */
export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_')
  return secretWords.test(words.toLowerCase())
}
