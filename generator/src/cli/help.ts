import type { Command } from './arguments.ts'

/** Output of `rpcloom --help`. */
export const help = `rpcloom: generates TypeScript clients, servers, mocks and docs from OpenRPC documents.

Usage: rpcloom COMMAND [options]

  init [DIR]              create a workspace: documents, configuration, packages and a test that passes
  generate                generate the packages of the configuration
  lint                    report problems in the documents
  diff OLD [NEW]          compare two versions of the documents and report breaking changes
  names                   list the TypeScript name of each element
  bundle                  write each document as a single file without external references
  scaffold server DIR     create a server project with a stub for each method, or update one without
                          touching your code
  conform URL             check a running server against the documents
  release                 compute the next version and write changesets and changelogs
  explain CODE            explain a diagnostic and how to fix it

  rpcloom COMMAND --help  options of a command
  rpcloom COMMAND --quiet print errors only
  rpcloom --version

Exit codes: 0 success, 1 findings or files out of date, 2 wrong usage or invalid documents.`

const project = `  -c, --config FILE       configuration file; default: rpcloom.config.json, .js, .mjs or .ts in this folder
  -i, --input FILE        document, glob or URL instead of a configuration; repeatable. May include schemas
                          that documents reference by their \`$id\`
      --overlay FILE      overlay to apply to the documents, after those of the configuration; repeatable
      --scope @NAME       npm scope of the generated packages, with --input
      --allow-unresolved  type an unresolved reference as \`unknown\`, with a warning
      --allow-remote      allow http(s) documents and references. A URL that does not end in .json, .yaml or
                          .yml is asked by rpc.discover, and \`discover:URL\` always
      --allow-outside     allow references to files outside this folder and those of the documents
      --json              print one JSON object`

/** Output of \`rpcloom COMMAND --help\`. */
export const commandHelp: Readonly<Record<Command, string>> = {
  init: `rpcloom init [DIR]: creates an npm workspace in DIR (default: this folder) without asking questions.

Uses the OpenRPC documents in the folder, also those that are split into many files; in a new subfolder, those
in the working directory. If there are none, it writes a small example. Adds what is missing to package.json
and .gitignore, keeps a README, and replaces other files only with --force.

  -i, --input FILE        document, glob or URL; repeatable; default: those that are found
      --name NAME         name of the workspace; default: name of the folder
      --scope @NAME       npm scope of the packages; default: the name
  -t, --targets A,B       packages to generate; default: client,server,mock,docs
      --allow-remote      allow http(s) documents and references
      --no-install        skip \`npm install\`
      --force             replace existing files
      --json              print one JSON object

Examples:
  rpcloom init
  rpcloom init api --input openrpc.json --targets client,docs`,
  generate: `rpcloom generate: generates the packages of the configuration.

${project}
  -o, --out DIR           output folder with one package per target, with --input
  -t, --targets A,B       targets to generate, with --input
      --check             write nothing; list files that are out of date and exit with 1
      --dry-run           write nothing; list what would be written
  -w, --watch             generate again when a document or the configuration changes
      --force             replace generated files that were edited, and other files at an output path

Examples:
  rpcloom generate
  rpcloom generate --check
  rpcloom generate -i openrpc.json -o packages -t client --scope @acme`,
  lint: `rpcloom lint: reports problems in the documents, by the rules under \`lint\` in the configuration.

${project}
      --deny-warnings     exit with 1 on warnings too
      --format FORMAT     text, problem-matcher (file:line:column: severity code message), github (annotations
                          of a pull request), sarif or json
  -w, --watch             run again when a document or the configuration changes

Examples:
  rpcloom lint
  rpcloom lint --format github --deny-warnings`,
  diff: `rpcloom diff OLD [NEW]: compares two versions of the documents and reports breaking changes.

OLD and NEW are files, folders, git revisions (\`v1.2.0\`, \`HEAD~1:api.openrpc.json\`), or URLs of documents
or running services. NEW defaults to the documents of this folder.

      --allow LIST        breaking changes to accept, separated by commas: callers, implementers, all, or
                          kinds as --json names them. Other breaking changes exit with 1
      --overlay FILE      overlay to apply to both versions, beside those of their configurations; repeatable
      --markdown          print Markdown for a changelog or pull request
      --allow-unresolved  type an unresolved reference as \`unknown\`, with a warning
      --allow-outside     allow references to files outside the folders of the documents and this one
      --json              print one JSON object

Examples:
  rpcloom diff HEAD
  rpcloom diff v0.1.0 --markdown`,
  release: `rpcloom release: computes the version that the changes since the last release require, and writes one
changeset per generated package with its bump and changelog entry.

The last release is the highest tag \`v1.2.3\` or \`@scope/package@1.2.3\` of this commit. A change that breaks
users of a package is major, another change of its API minor, any other a patch. Below 1.0.0 a breaking change
is a minor and any other a patch. All packages of a configuration share one version. Your own text in a
changeset is kept.

${project}
      --since REVISION    released state: a tag, or anything that \`rpcloom diff\` reads
      --check             write nothing; exit with 1 if \`version\` or the pending changesets are too small
      --apply             write the version to the configuration and the entries to each CHANGELOG.md, and
                          delete the changesets. Then generate, commit and tag
      --pre TAG           with --apply: a prerelease such as 2.0.0-TAG.0, or the next one after it
      --docs-url URL      URL of the published docs site, for links to methods
      --dry-run           write nothing; print what would be written

Examples:
  rpcloom release --dry-run
  rpcloom release --since v0.1.0 --check`,
  names: `rpcloom names: lists the TypeScript name of each element of the documents.

${project}
      --effects           list the effect of each method (read, write or admin) and its reason

Examples:
  rpcloom names --effects`,
  bundle: `rpcloom bundle: writes each document as a single file, with fragments, referenced files and overlays included.

${project}
  -o, --out PATH          output file, or folder for several documents; default: stdout
      --format FORMAT     json or yaml; default: by the file extension
      --check             write nothing; exit with 1 if a file is out of date

Examples:
  rpcloom bundle --out dist/openrpc.json
  rpcloom bundle --out dist/openrpc.json --check`,
  scaffold: `rpcloom scaffold server DIR: creates a server project that you own, with a class per group and a stub per
method. Run it again after the documents changed: it adds, updates and marks methods and keeps your code.

${project}
  -o, --out DIR           folder of the generated packages, with --input
      --dry-run           write nothing; print the changes as a unified diff

Examples:
  rpcloom scaffold server server`,
  conform: `rpcloom conform URL: checks a running server against the documents.

URL is the host (paths come from the documents) or one endpoint: http(s), or ws(s) to check methods and
subscriptions over WebSocket. Without a configuration or --input, the endpoint is asked for its document by
rpc.discover. Sends examples, required params only, all params, omitted, mistyped and out-of-range params,
notifications, batches and GET requests, and validates the responses. Calls methods that read, no others,
unless you allow it.

${project}
      --groups A,B        check these groups only
      --discover          always ask the endpoint for its document
      --allow-writes      also call methods that write or administer
      --public            public server: skip methods that are node-local or off by default
      --gentle            skip invalid requests that have crashed servers, such as the batch \`[1,{},null]\`
      --dialect NAME      spec or public. With public, any error is accepted for a refused request, and few
                          endpoints take batches. Default: from the overlays
      --skip FILE         cases to skip: [{ "method": "a.*", "case": "...", "reason": "..." }]
      --expect FILE       known findings, which are reported only when they are gone. Entries name group,
                          method, case, code and pointer; \`*\` matches anything
      --write-expected FILE
                          write the findings of this run as such a list
      --rate N            maximum requests per second
      --timeout MS        timeout of a request; default: 10000
      --events MS         over WebSocket: how long to wait for events of a subscription; default: 3000
      --proxy PORT        send nothing: forward the traffic of PORT on this machine unchanged and check it,
                          WebSockets included, until interrupted
      --route /PATH=URL   with --proxy: forward requests below this path to another host; repeatable
      --record FILE       with --proxy: write successful calls as example pairings, without secrets, to an
                          overlay for the documents
  -H, --header 'A: B'     header of every request or handshake; repeatable
      --junit FILE        write a JUnit report
      --markdown FILE     write a report as Markdown tables
      --format FORMAT     text, markdown (tables for a bug report, each cause in one row, with a request that
                          shows it) or json
      --deny-warnings     exit with 1 on warnings too (unknown fields, deprecated methods)

Exit codes: 0 no findings, 1 findings, 2 wrong usage, unreachable server, or nothing to check.

Examples:
  rpcloom conform http://127.0.0.1:8545 --gentle
  rpcloom conform http://127.0.0.1:8545 -i openrpc.json --format markdown`,
  explain: `rpcloom explain CODE: explains what a diagnostic means, what causes it and how to fix it.

      --json              print one JSON object

Examples:
  rpcloom explain RL110`,
}
