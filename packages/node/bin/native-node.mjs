#!/usr/bin/env node
// Committed as plain JavaScript: npm links a workspace's bin only when the file exists at install.
import '../dist/main.js'
