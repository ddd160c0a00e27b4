/** Whether read marks are sent to the service, under the name that the rest of the program has for it. */
export const readReceipts = `
alter table instance rename column tell_read to sends_read_receipts;
`
