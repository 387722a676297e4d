export type Outcome =
  | { readonly kind: 'response'; readonly text: string; readonly status: number | undefined }
  | { readonly kind: 'failure'; readonly failure: Failure }

export type Failure =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** The page's Content-Security-Policy blocked it. */
  | { readonly kind: 'policy' }
  /** Mixed content: a page over https may not call http. */
  | { readonly kind: 'mixed' }
  /** There is a response, but CORS does not allow this page to read it. */
  | { readonly kind: 'cors' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'size'; readonly mebibytes: number }
  | { readonly kind: 'socket'; readonly text: string }

export function failed(failure: Failure): Outcome {
  return { kind: 'failure', failure }
}
