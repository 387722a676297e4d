import type { Command } from './arguments.ts'

/** What `rpcloom --help` prints. */
export const help = `rpcloom: reads OpenRPC documents and emits typed packages.

  rpcloom init [DIR]      begin a workspace: documents, configuration, packages, a test that passes
  rpcloom generate        emit the packages of the configuration
  rpcloom lint            say where the documents could be better
  rpcloom diff OLD [NEW]  say what changed between two versions, and whom it breaks
  rpcloom names           show the name that each element of the documents gets
  rpcloom bundle          write each document as one file that needs no other
  rpcloom scaffold server DIR
                          write a server project of your own with a stub per method, or bring one up
                          to date with the documents without touching what you wrote
  rpcloom conform URL     hold a running server to the documents
  rpcloom release         say which version what changed asks for, and write changesets and changelogs
  rpcloom explain CODE    explain a diagnostic and how to fix it

  rpcloom COMMAND --help  the options of a command
  rpcloom COMMAND --quiet print errors only: no progress, no warnings
  rpcloom --version

Exit codes: 0 fine, 1 findings (drift), 2 bad usage, or documents that nothing can be made of.`

const project = `  -c, --config FILE       configuration; else rpcloom.config.json, .js, .mjs or .ts of this folder
  -i, --input FILE        document, glob, or address; may be repeated; stands for a configuration; schemas
                          whose \`$id\` is an address that documents refer to may be among them
      --overlay FILE      changes to the documents as they are read: actions of the Overlay specification,
                          other names, or both; may be repeated, after those of the configuration
      --scope @NAME       npm scope of the emitted packages, with --input
      --allow-unresolved  a reference that leads nowhere becomes \`unknown\`, with a warning
      --allow-remote      documents and references may be http(s) addresses; one that does not end in
                          .json, .yaml or .yml is asked by rpc.discover, \`discover:URL\` always
      --allow-outside     references may lead to files outside this folder and those of the documents
      --json              one JSON object instead of text`

/** What \`rpcloom COMMAND --help\` prints. */
export const commandHelp: Readonly<Record<Command, string>> = {
  init: `rpcloom init [DIR]: begins an npm workspace in a folder, this one unless told otherwise, and asks nothing.

OpenRPC documents of the folder and of its openrpc/ are taken as they are; where there are none, a small one
is written. A package.json and a .gitignore get what they lack, a README stays, and no other file is
replaced without --force.

  -i, --input FILE        document, glob, or address; may be repeated; else what the folder holds
      --name NAME         what the workspace is called; else as the folder
      --scope @NAME       npm scope of the packages; else that name
  -t, --targets A,B       which packages: client,server,mock,docs unless given
      --allow-remote      documents and references may be http(s) addresses
      --no-install        leave \`npm install\` to you
      --force             replace files that are there
      --json              one JSON object instead of text`,
  generate: `rpcloom generate: emits the packages of the configuration.

${project}
  -o, --out DIR           folder that gets one package per target, with --input
  -t, --targets A,B       which targets to emit, with --input
      --check             write nothing; name every file that is out of date, and exit with 1
      --dry-run           write nothing; say what would be written
  -w, --watch             run again whenever a document or the configuration changes
      --force             replace generated files that were edited by hand, and files in the way`,
  lint: `rpcloom lint: says where the documents could be better, by rules that \`lint\` of the configuration sets.

${project}
      --deny-warnings     warnings end with exit 1, as errors do
      --format FORM       text, problem-matcher (file:line:column: severity code message), github (annotations of
                          a pull request), sarif or json
  -w, --watch             run again whenever a document or the configuration changes`,
  diff: `rpcloom diff OLD [NEW]: says what changed between two versions of documents, and whom it breaks.

OLD and NEW are files, folders, git revisions (\`v1.2.0\`, \`HEAD~1:api.openrpc.json\`) or addresses of
documents and of running services. Without NEW the documents of this folder are meant.

      --allow LIST        breaking changes that are let pass: callers, implementers, all, or kinds of
                          change as --json names them, with commas between; else they end with exit 1
      --overlay FILE      overlay to lay over both, beside those of their configurations; may be repeated
      --markdown          for a changelog or a pull request
      --allow-unresolved  a reference that leads nowhere becomes \`unknown\`, with a warning
      --allow-outside     references may lead to files outside the folders of the documents and this one
      --json              one JSON object instead of text`,
  release: `rpcloom release: says which version what changed since the last release asks for, and writes one changeset
for each generated package: its bump, and an entry for its changelog.

The last release is the highest tag \`v1.2.3\` or \`@scope/package@1.2.3\` of this commit. A change that breaks
the users of a package is major, any other of the API minor, of its files alone a patch; below 1.0.0 a
breaking change raises the second number and any other the third. Packages of one configuration share
one version. Text that you wrote into a changeset stays.

${project}
      --since WORD        the released state: a tag, or whatever \`rpcloom diff\` reads
      --check             write nothing; exit 1 where \`version\` or the pending changesets are too small
      --apply             release: the version into the configuration, entries into CHANGELOG.md of each
                          package, and the changesets away; then generate, commit and tag
      --pre TAG           with --apply: a prerelease, 2.0.0-TAG.0, and the next one after it
      --docs-url URL      where the docs site is published, for links to the pages of methods
      --dry-run           write nothing; say what would be written`,
  names: `rpcloom names: shows the name that each element of the documents gets in TypeScript.

${project}
      --effects           show the effect of each method instead (read, write or admin), and why it has it`,
  bundle: `rpcloom bundle: writes each document as one file that needs no other: fragments, references to other files and
overlays put in.

${project}
  -o, --out PATH          file to write, or folder where there are several documents; else stdout
      --format WORD       json or yaml; as the name of the file says unless given
      --check             write nothing; exit 1 where a file is not what would be written`,
  scaffold: `rpcloom scaffold server DIR: writes a server project that you own, a class per group and a stub per
method; run again after the documents changed, it adds, updates and marks methods, and leaves your text alone.

${project}
  -o, --out DIR           folder that holds the generated packages, with --input
      --dry-run           write nothing; print the changes as a unified diff`,
  conform: `rpcloom conform URL: asks a running server what its documents promise, and says where it does otherwise.

URL is the host (paths are those of the documents), or one endpoint: http(s), or ws(s) for what WebSockets carry,
with subscriptions and their events. Without a configuration and without
--input the endpoint is asked for its document by rpc.discover. Examples, required params alone, all params,
each param left out, of a wrong type and out of range, notifications, batches, GET routes: answers have to
fit the documents. Only methods that read are called, unless told otherwise.

${project}
      --groups A,B        only these groups
      --discover          ask the endpoint for its document, whatever else there is
      --allow-writes      call methods that write or administer, too
      --public            a public server: what is node-local or off by default is left out
      --gentle            send no text that is no JSON-RPC: such a batch (\`[1,{},null]\`) has ended servers
      --conduct WORD      spec, or public: any error will do where something is refused, and few endpoints
                          take batches; as the overlays say unless given
      --skip FILE         cases to leave out: [{ "method": "a.*", "case": "...", "reason": "..." }]
      --expect FILE       findings that are known, which count only when they are gone; entries may name
                          group, method, case, code and pointer, and \`*\` stands for anything
      --write-expected FILE
                          write the findings of this run as such a list
      --rate N            at most N requests per second
      --timeout MS        how long an answer may take: 10000 unless given
      --events MS         over WebSockets, how long events of a subscription are waited for: 3000 unless given
      --proxy PORT        ask nothing: forward what others send to PORT of this machine, byte for byte, and judge
                          what passes, over WebSockets as well, until interrupted
      --route /PATH=URL   with --proxy: what is asked below this path goes to another host; may be repeated
      --record FILE       with --proxy: calls that succeeded as example pairings, without secrets, as an
                          overlay that adds them to the documents
  -H, --header 'A: B'     header of every request, or handshake; may be repeated
      --junit FILE        report for build servers
      --markdown FILE     report as tables
      --deny-warnings     what breaks no promise (unknown fields, deprecated methods) ends with exit 1, too

Exit codes: 0 as the documents say, 1 findings, 2 bad usage, a server that cannot be reached, or nothing to ask.`,
  explain: `rpcloom explain CODE: explains what a diagnostic means, what causes it and how to fix it.

      --json              one JSON object instead of text`,
}
