/** What became of a call, before anybody looks at what the answer says. */
export type Outcome =
  | { readonly kind: 'answer'; readonly text: string; readonly status: number | undefined }
  | { readonly kind: 'failure'; readonly failure: Failure }

/** Why there is no answer. */
export type Failure =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** The page's own policy does not let it out. */
  | { readonly kind: 'policy' }
  /** A page over https may not call http. */
  | { readonly kind: 'mixed' }
  /** Somebody answers there, but the browser does not let this page read it. */
  | { readonly kind: 'cors' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'size'; readonly mebibytes: number }
  | { readonly kind: 'socket'; readonly text: string }

export function failed(failure: Failure): Outcome {
  return { kind: 'failure', failure }
}
