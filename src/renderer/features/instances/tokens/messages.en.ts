export const en = {
  'instances.passphrase.keep': 'Keep with a passphrase…',
  'instances.passphrase.setTitle': 'Keep tokens with a passphrase',
  'instances.passphrase.setText':
    'Tokens are encrypted in a file in the data folder. After a restart you enter the passphrase once in place of every token.',
  'instances.passphrase.setButton': 'Keep tokens',
  'instances.passphrase.setDone': 'Tokens are kept with your passphrase',
  'instances.passphrase.changeTitle': 'Change the passphrase',
  'instances.passphrase.changeText':
    'The tokens stay as they are and are encrypted again. Where SWITCHBOARD_PASSPHRASE is set for the start, change it there too.',
  'instances.passphrase.changeButton': 'Change passphrase',
  'instances.passphrase.changeDone': 'Passphrase changed',
  'instances.passphrase.help':
    'Four or more words that do not belong together. It cannot be recovered: without it, the tokens are entered again.',
  'instances.passphrase.empty': 'Enter a passphrase.',
  'instances.passphrase.forgot': 'Forgot it?',
  'instances.passphrase.asideTitle': 'Go on without the stored tokens?',
  'instances.passphrase.asideText':
    'You enter the tokens again. The locked file is not deleted: it stays in the data folder under another name. Histories, drafts and settings stay as they are.',
  'instances.passphrase.asideButton': 'Set the file aside',
  'instances.passphrase.asideDone': 'The locked file is kept as {file}',
  'instances.app.tokens': '{count, plural, one {# instance needs its token} other {# instances need their tokens}}',
  'instances.app.tokensText':
    'Receiving and sending wait for them. Histories are readable, and what you write is kept.',
  'instances.app.enterTokens': 'Enter tokens',
  'instances.tokens.title': '{count, plural, one {Token for # instance} other {Tokens for # instances}}',
  'instances.tokens.text': 'Paste a list, or enter the tokens one by one.',
  'instances.tokens.pasteHelp':
    'One instance a line: its ID or name, and its token. A whole list of instances and addresses of methods work too.',
  'instances.tokens.none':
    'No line matches an instance. A line needs the ID or the name of an instance, and its token.',
  'instances.tokens.matched':
    '{count, plural, one {# token read} other {# tokens read}}{unused, plural, =0 {} one {, # line not used} other {, # lines not used}}.',
  'instances.tokens.unused': 'Lines not used',
  'instances.tokens.unusedRest': '{count, plural, one {and # more line} other {and # more lines}}',
  'instances.tokens.why.unknown': 'Line {line, number}: names no instance of yours.',
  'instances.tokens.why.several': 'Line {line, number}: several instances have this ID. Add the API URL or the name.',
  'instances.tokens.why.noToken': 'Line {line, number}, {name}: the token is missing.',
  'instances.tokens.why.brokenToken': 'Line {line, number}, {name}: this is not a token. Copy it again.',
  'instances.tokens.why.twice': 'Line {line, number}, {name}: a line above has a token for it.',
  'instances.tokens.why.notAsked': 'Line {line, number}, {name}: needs no token now.',
  'instances.tokens.table': 'Instances and their tokens',
  'instances.tokens.shown.missing': 'Missing',
  'instances.tokens.shown.taken': 'Connected',
  'instances.tokens.counts':
    '{ready, number} ready, {missing, number} missing{attention, plural, =0 {} one {, # needs attention} other {, # need attention}}{taken, plural, =0 {} other {, # connected}}',
  'instances.tokens.connect': '{count, plural, =0 {Connect} one {Connect # instance} other {Connect # instances}}',
  'instances.tokens.missing': 'Token missing',
  'instances.tokens.ready': 'Token entered',
  'instances.tokens.taken': 'Connected',
  'instances.tokens.takenWith': 'Token kept, worth knowing',
  'instances.tokens.failed': 'Not connected',
  'instances.tokens.enter': 'Enter',
  'instances.tokens.enterFor': 'Enter the token of {name}',
  'instances.tokens.replace': 'Replace',
  'instances.tokens.replaceFor': 'Replace the token of {name}',
  'instances.tokens.of': 'Token of {name}',
  'instances.tokens.use': 'Use this token',
} as const
