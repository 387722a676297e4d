/** Meaning of each finding code. */
export const findingMeanings = {
  accepted:
    'A request that must fail succeeded: its params are not valid, or it is not a valid request.',
  'batch-duplicate': 'A request of a batch received two responses.',
  'batch-missing': 'A request of a batch received no response.',
  'batch-unknown-id': 'A response of a batch has an id that no request has.',
  binary: 'A binary message was received where a text message is required.',
  'by-name':
    'A call with params by name fails, although the same params by position succeed: the server accepts only params by position, or the document lacks `paramStructure`.',
  connection: 'The connection failed or closed before the response was complete.',
  'content-type': 'The `content-type` header of the response is not JSON.',
  deprecated: 'The server still implements a deprecated method (warning).',
  differs:
    'The response differs from the recorded one (`--io`), or from the response of the other server (`--against`).',
  'duplicate-member': 'An object contains the same member twice.',
  'error-and-result': 'A response has both a result and an error.',
  'error-code': 'An error has a different code than expected.',
  'error-shape': 'An error is not an object with an integer `code` and a string `message`.',
  'error-unlisted': 'The document does not list the error for the method.',
  event:
    'An event has a different name or format than documented, or belongs to no open subscription.',
  'event-after-end': 'An event arrived after its subscription had ended.',
  'http-status':
    'The HTTP status differs from the expected status (a warning if the body is an error).',
  id: 'The `id` of the response differs from the `id` of the request.',
  'id-type':
    'The `id` of the response is missing, or its type differs from the type in the request.',
  'internal-error': 'The server failed with an internal error (-32603).',
  json: 'The body is not valid JSON.',
  jsonrpc: 'The member `jsonrpc` is not `"2.0"`.',
  neither: 'A response has neither a result nor an error.',
  'not-a-batch': 'The response to a batch is not an array.',
  'not-a-response': 'A response is not an object.',
  'not-implemented': 'The server does not implement a method, but implements others of its group.',
  'not-text': 'The response is not valid UTF-8.',
  payload: 'The payload of an event is not valid against the schema of its topic.',
  precision:
    'An integer lost digits: it differs from the example as if it had been read as a double.',
  'report-status': 'The HTTP status of a GET route contradicts the response body.',
  request:
    'The params of a request are not valid: of the caller with `--proxy` (warning), or of the server with `--stdio`.',
  result: 'A result, or a part of it, is not valid against the schema.',
  secret: 'An error contains a secret from the request.',
  split: 'A response was sent in several messages.',
  stray: 'A message matches no request, or a request that already has a response.',
  timeout: 'No response arrived in time.',
  trailing: 'The response is followed by other data.',
  truncated: 'The response ends too early.',
  undocumented:
    'The server responds to a method that the document does not have (a warning, with `--proxy`), or calls a method that the client does not have (with `--stdio`).',
  'unexpected-response': 'The server responded to a notification.',
  'unknown-field': 'A result has a member that the document does not describe (warning).',
  'unknown-member': 'A response or an error has a member that JSON-RPC does not define.',
} as const
