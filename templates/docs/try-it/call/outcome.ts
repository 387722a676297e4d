export type Outcome =
  | { readonly kind: 'response'; readonly text: string; readonly status: number | undefined }
  | { readonly kind: 'failure'; readonly failure: Failure }

export type Failure =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** The page's Content-Security-Policy blocked the request. */
  | { readonly kind: 'policy' }
  /** Mixed content: a page over https may not call http. */
  | { readonly kind: 'mixed' }
  /** The server responded, but CORS does not allow the page to read the response. */
  | { readonly kind: 'cors' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'size'; readonly mebibytes: number }
  | { readonly kind: 'socket'; readonly text: string }

export function failed(failure: Failure): Outcome {
  return { kind: 'failure', failure }
}
