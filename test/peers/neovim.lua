-- Edits a file with a language server, and writes what the editor shows to standard output as JSON.
local LIMIT = 20000
local messages, reports = {}, {}

vim.cmd('edit ' .. vim.env.FILE)
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({
  cmd = vim.json.decode(vim.env.SERVER),
  root_dir = vim.fn.getcwd(),
  settings = { style = 'bold' },
  handlers = {
    ['window/logMessage'] = function(_, params) table.insert(messages, params.message) end,
    ['$/progress'] = function(_, params) table.insert(reports, params) end,
  },
})
vim.lsp.buf_attach_client(buffer, id)

local function problems()
  return vim.tbl_map(function(one) return { one.lnum, one.col, one.message } end, vim.diagnostic.get(buffer))
end
local function ask(method, params)
  local responses = assert(vim.lsp.buf_request_sync(buffer, method, params, LIMIT))
  return responses[id].result
end

vim.wait(LIMIT, function() return #problems() > 0 end)
local client = vim.lsp.get_client_by_id(id)
local uri = vim.uri_from_bufnr(buffer)
local at = { textDocument = { uri = uri }, position = { line = 0, character = 8 } }
local result = { problems = problems() }
result.hover = ask('textDocument/hover', at).contents.value
result.completions = vim.tbl_map(function(one) return one.label end, ask('textDocument/completion', at).items)
result.applied = ask('workspace/executeCommand', { command = 'shout', arguments = { uri } })
result.lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
vim.wait(LIMIT, function() return #problems() == 0 end)
result.left = #problems()

local wait = { command = 'wait', workDoneToken = 'mine' }
local _, call = client.request('workspace/executeCommand', wait, function() end, buffer)
vim.wait(LIMIT, function() return #reports > 0 end)
client.cancel_request(call)
vim.wait(LIMIT, function() return #messages > 0 end)
result.reports, result.messages = reports, messages

client.stop()
result.stopped = vim.wait(LIMIT, function() return client.is_stopped() end)
io.stdout:write(vim.json.encode(result))
vim.cmd('qall!')
