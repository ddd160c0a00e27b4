// Style sheets are imported for their effect; the bundler collects them into files, because the CSP allows no inline
// style.
declare module '*.css'
