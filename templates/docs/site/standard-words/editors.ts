// Names of methods are no words. cspell:ignoreRegExp /^[\w./$]+: /gm
/** Words by which readers look for methods of the protocols of editors, browsers and agents. A method on each line. */
export const editors = `
initialize: handshake, start a session, capabilities, connect, negotiate version
initialized: handshake is complete, client is ready
shutdown: stop the server, end the session, turn off
exit: quit, terminate the process
ping: is alive, keep alive, health check
textDocument/completion: autocomplete, suggestions, intellisense, code completion
textDocument/hover: tooltip, documentation at the cursor, type of a symbol
textDocument/definition: go to definition, where is it defined, jump to source
textDocument/declaration: go to declaration
textDocument/typeDefinition: type of a variable, go to type
textDocument/implementation: find implementations, who implements
textDocument/references: find usages, who uses this, where is it used
textDocument/rename: rename symbol, refactor, change a name everywhere
textDocument/prepareRename: can this be renamed
textDocument/formatting: format document, beautify, pretty print, indent
textDocument/rangeFormatting: format selection
textDocument/codeAction: quick fix, refactor, light bulb, fix a problem
textDocument/codeLens: inline commands, code lens
textDocument/documentSymbol: outline, symbols of a file, table of contents
textDocument/documentHighlight: highlight occurrences
textDocument/documentLink: links in a file
textDocument/foldingRange: fold code, collapse
textDocument/semanticTokens/full: syntax highlighting, colours of code
textDocument/signatureHelp: params of a function, argument hints
textDocument/inlayHint: inline hints, inferred types
textDocument/diagnostic: errors in a file, warnings, lint, problems
textDocument/publishDiagnostics: errors in a file, warnings, lint, problems
textDocument/didOpen: file opened
textDocument/didChange: file edited, text changed, typing
textDocument/didSave: file saved
textDocument/didClose: file closed
textDocument/prepareCallHierarchy: call hierarchy, who calls
callHierarchy/incomingCalls: who calls this function, callers
callHierarchy/outgoingCalls: which functions are called, callees
workspace/symbol: search symbols, find a class in the project
workspace/executeCommand: run a command
workspace/applyEdit: apply changes
workspace/configuration: settings
workspace/didChangeConfiguration: settings changed
workspace/didChangeWatchedFiles: files changed on disk
window/showMessage: show a notification to the user
window/logMessage: write to the log
window/workDoneProgress/create: progress bar
$/cancelRequest: cancel a request, abort
$/progress: progress of a task
tools/list: available tools, what can the agent do, list functions
tools/call: run a tool, call a function, execute a tool
resources/list: available resources, list files
resources/read: contents of a resource, read a file
resources/subscribe: watch a resource
prompts/list: available prompts, prompt templates
prompts/get: one prompt, fill a prompt template
sampling/createMessage: ask the model, completion by the language model, generate text
roots/list: folders of the workspace
logging/setLevel: log level, verbosity
completion/complete: autocomplete an argument
navigateTo: open a web page, open url, go to address, load a site, visit a website
getCurrentUrl: current address, which page is open, url of the page
getTitle: page title, tab title, document title
getPageSource: html source, markup of the page, dom as text
back: previous page, go back in history
forward: next page, go forward in history
refresh: reload page
findElement: css selector, xpath, locate an element, look up a dom node, find a button
findElements: all matching elements, css selector, list of dom nodes
getActiveElement: focused element, which field has focus
clickElement: press a button, click a link, tap
clearElement: empty a text field, reset an input, delete text of an input
sendKeysToElement: type text, fill in a form field, enter text, keyboard input, upload a file
getElementText: visible text, inner text, read a label
getElementAttribute: attribute of an element, href of a link
getElementProperty: dom property, value of an input
getElementCssValue: computed style, css property, colour of an element
getElementRect: position and size of an element, coordinates, bounding box
getElementTagName: tag of an element, type of an element
isElementEnabled: is a button disabled, can be clicked, greyed out
isElementSelected: is a checkbox ticked, checked, radio button, selected option
isElementDisplayed: is an element visible, hidden
executeScript: run javascript, evaluate code, inject code
executeAsyncScript: run asynchronous javascript, wait for a promise
takeScreenshot: capture the page, picture of the screen, image of the page
takeElementScreenshot: picture of one element, image of a button
performActions: mouse move, drag and drop, hover, touch gestures, keyboard shortcuts, scroll
releaseActions: release keys, let go of the mouse button
getAllCookies: list cookies
getNamedCookie: one cookie
addCookie: set a cookie, log in with a session cookie
deleteCookie: remove a cookie
deleteAllCookies: clear cookies, forget site data, log out everywhere
acceptAlert: press ok, confirm a dialog, accept a popup
dismissAlert: press cancel, close a popup, reject a dialog
getAlertText: text of a popup, message of a dialog
sendAlertText: answer a prompt, type into a dialog
setWindowRect: resize window, move window, browser size, mobile size
getWindowRect: window size, window position
maximizeWindow: make the window as large as possible
minimizeWindow: hide the window, iconify
fullscreenWindow: full screen
newSession: start the browser, open a session
deleteSession: close the browser, quit
closeWindow: close a tab
newWindow: open a new tab
switchToWindow: change tab, other tab
switchToFrame: enter an iframe
setTimeouts: implicit wait, page load timeout, script timeout, how long to wait
getTimeouts: implicit wait, current timeouts
printPage: save as pdf
`
