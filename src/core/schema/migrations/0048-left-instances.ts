/**
 * Instances of the team that a person took off this desk, by their address, until the person adds one again. The number
 * that stood here before is the database's, and one that was restored gives it to another instance.
 */
export const leftInstances = `
drop trigger team_instance_off;
drop table team_off;
create table team_off (
  api_url text not null,
  id_instance text not null,
  primary key (api_url, id_instance)
) strict, without rowid;
insert or ignore into team_off (api_url, id_instance)
  select i.api_url, i.id_instance from team_instance t join instance i on i.key = t.instance where i.detached_at is not null;
create trigger team_instance_off after update of detached_at on instance
  when old.detached_at is null and new.detached_at is not null and exists (select 1 from team_instance where instance = old.key)
begin
  insert or ignore into team_off (api_url, id_instance) values (old.api_url, old.id_instance);
end;
create trigger team_instance_added after insert on instance begin
  delete from team_off where api_url = new.api_url and id_instance = new.id_instance;
end;
create trigger team_instance_back after update of detached_at on instance when new.detached_at is null begin
  delete from team_off where api_url = new.api_url and id_instance = new.id_instance;
end;
`
