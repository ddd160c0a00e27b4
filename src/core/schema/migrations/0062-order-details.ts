/** What getOrderDetails answered for an order, which only a person asks for. */
export const orderDetails = `
create table order_details (
  message integer primary key references message (key) on delete cascade,
  read_at integer not null,
  details_json text not null
) strict;
`
