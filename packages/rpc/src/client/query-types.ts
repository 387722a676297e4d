/** Key of a query: the group, the method, and the params as sent, as values of JSON. */
export type QueryKey = readonly unknown[]

/** Options of the queries of a client. */
export interface QueriesOptions {
  /**
   * First items of all keys: they distinguish clients of different servers in one cache. The keys of a client that
   * `client.at(values)` returned have its values, too.
   */
  readonly prefix?: QueryKey
}

/** Options of a query, as TanStack Query 5 takes them. */
export interface QueryOptions<Data> {
  readonly queryKey: QueryKey
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>
}

/** Options of a query of all pages. The page param is the cursor; null for the first page. */
export interface InfiniteQueryOptions<Page> {
  readonly queryKey: QueryKey
  readonly queryFn: (context: {
    readonly signal: AbortSignal
    readonly pageParam: unknown
  }) => Promise<Page>
  readonly initialPageParam: unknown
  readonly getNextPageParam: (page: Page, pages: Page[], pageParam: unknown) => unknown
}

/** Options of a mutation. */
export interface MutationOptions<Data, Variables> {
  readonly mutationKey: QueryKey
  readonly mutationFn: (variables: Variables) => Promise<Data>
}
