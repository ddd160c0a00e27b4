import { configureGlobal, readConfigureGlobal } from 'fast-check'

// Property tests draw the same values in every run: one that fails does so for what was changed, at any machine. The
// night draws others each time, and names the seed of what it finds.
if (process.env.SWITCHBOARD_TEST_LENGTH !== 'long') configureGlobal({ ...readConfigureGlobal(), seed: 1 })
