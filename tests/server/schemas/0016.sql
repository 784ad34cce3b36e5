BEGIN TRANSACTION;
CREATE TABLE accounts (
	person VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	canonical VARCHAR(80) NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	created FLOAT NOT NULL, 
	role VARCHAR(16) DEFAULT '' NOT NULL, 
	settings TEXT DEFAULT '{}' NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (person), 
	CONSTRAINT uq_accounts_canonical UNIQUE (canonical), 
	CONSTRAINT fk_accounts_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "accounts" VALUES('fbdbf0162663e2c2','Ada','ada','scrypt$17$8$1$c2FsdA$aGFzaA',1790000200.0,'moderator','{}');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0016');
CREATE TABLE blocks (
	person VARCHAR(32) NOT NULL, 
	blocked VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (person, blocked), 
	CONSTRAINT fk_blocks_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_blocks_blocked FOREIGN KEY(blocked) REFERENCES people (id)
);
INSERT INTO "blocks" VALUES('fbdbf0162663e2c2','c129f89bc89654ca',1790000201.0);
CREATE TABLE clock_calls (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER, 
	seconds FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_clock_calls PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_clock_calls_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "clock_calls" VALUES('oldtable01',1,10,'start',NULL,0.0,1790000000.25);
INSERT INTO "clock_calls" VALUES('oldtable01',2,11,'extend',0,30.0,1790000009.0);
CREATE TABLE credentials (
	kind VARCHAR(16) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	created FLOAT NOT NULL, label VARCHAR(80) DEFAULT '' NOT NULL, seen FLOAT, expires FLOAT, 
	CONSTRAINT pk_credentials PRIMARY KEY (kind, secret), 
	CONSTRAINT fk_credentials_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "credentials" VALUES('browser','e26d2da3ab585c9840b157a4a9b5639fda905c2ad33d04d2c598be8883b51236','c129f89bc89654ca',1790000000.25,'',NULL,NULL);
INSERT INTO "credentials" VALUES('browser','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','fbdbf0162663e2c2',1790000000.25,'',NULL,NULL);
INSERT INTO "credentials" VALUES('recovery','ab','fbdbf0162663e2c2',1790000200.0,'',NULL,NULL);
CREATE TABLE deadlines (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_deadlines PRIMARY KEY (table_id), 
	CONSTRAINT fk_deadlines_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "deadlines" VALUES('oldtable01',11,1790000090.25);
CREATE TABLE deeds (
	number INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	actor VARCHAR(32), 
	deed VARCHAR(16) NOT NULL, 
	person VARCHAR(32), 
	table_id VARCHAR(32), 
	until FLOAT, 
	reason TEXT NOT NULL, 
	report INTEGER, 
	CONSTRAINT pk_deeds PRIMARY KEY (number), 
	CONSTRAINT fk_deeds_actor FOREIGN KEY(actor) REFERENCES people (id), 
	CONSTRAINT fk_deeds_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "deeds" VALUES(5,1790000203.0,'fbdbf0162663e2c2','mute','c129f89bc89654ca',NULL,1790086603.0,'rude',3);
CREATE TABLE departures (
	table_id VARCHAR(32) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_departures PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_departures_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_departures_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "departures" VALUES('oldtable02','c129f89bc89654ca',1790000204.0);
CREATE TABLE downs (
	down FLOAT NOT NULL, 
	up FLOAT NOT NULL, 
	CONSTRAINT pk_downs PRIMARY KEY (down, up)
);
INSERT INTO "downs" VALUES(0.0,1790000000.0);
CREATE TABLE finished (
	number INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	seats INTEGER NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	preset VARCHAR(16) NOT NULL, 
	public BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	why VARCHAR(16) NOT NULL, 
	reason VARCHAR(32) NOT NULL, 
	drawn BOOLEAN NOT NULL, 
	moves INTEGER NOT NULL, 
	began FLOAT NOT NULL, 
	ended FLOAT NOT NULL, 
	CONSTRAINT pk_finished PRIMARY KEY (number), 
	CONSTRAINT uq_finished_table_id UNIQUE (table_id), 
	CONSTRAINT fk_finished_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE heartbeats (
	name VARCHAR(16) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_heartbeats PRIMARY KEY (name)
);
INSERT INTO "heartbeats" VALUES('nodes',1790000020.0);
CREATE TABLE hooks (
	id VARCHAR(16) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32), 
	url TEXT NOT NULL, 
	form VARCHAR(8) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	always BOOLEAN NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	place TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	failures INTEGER NOT NULL, 
	fault TEXT NOT NULL, 
	stopped FLOAT, 
	CONSTRAINT pk_hooks PRIMARY KEY (id), 
	CONSTRAINT fk_hooks_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_hooks_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "hooks" VALUES('00112233aabbccdd','fbdbf0162663e2c2',NULL,'https://example.org/hook','discord','5ec2e7',0,'en','http://192.168.0.7:8274',1790000000.0,0,'',NULL);
CREATE TABLE leases (
	name VARCHAR(64) NOT NULL, 
	holder VARCHAR(32) NOT NULL, 
	until FLOAT NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (name)
);
INSERT INTO "leases" VALUES('bots:oldtable01','a-node-long-gone',1790000050.0);
CREATE TABLE moves (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	actor INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	"key" VARCHAR(64), 
	at FLOAT NOT NULL, delay FLOAT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_moves PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_moves_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_moves_table_id_key UNIQUE (table_id, "key")
);
INSERT INTO "moves" VALUES('oldtable01',1,'move',-1,'draw F30',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',2,'move',-1,'draw C31',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',3,'move',-1,'draw C22',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',4,'move',-1,'draw C20',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',5,'move',-1,'draw C12',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',6,'move',-1,'draw F10',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',7,'move',-1,'draw R21',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',8,'move',-1,'draw C12',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',9,'move',-1,'draw C30',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',10,'move',-1,'draw F12',NULL,1790000000.25,0.0);
INSERT INTO "moves" VALUES('oldtable01',11,'move',0,'keep','key-of-the-move',1790000000.25,0.75);
CREATE TABLE outbox (
	number INTEGER NOT NULL, 
	topic VARCHAR(16) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	origin VARCHAR(120) NOT NULL, 
	body TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	sent FLOAT, hook VARCHAR(16), due FLOAT, tries INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_outbox PRIMARY KEY (number), 
	CONSTRAINT fk_outbox_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "outbox" VALUES(7,'ended','oldtable02','league:spring:R1.T2','{"reason": "turns", "ranks": [1, 2]}',1790000100.5,NULL,NULL,NULL,0);
CREATE TABLE people (
	id VARCHAR(32) NOT NULL, 
	created FLOAT NOT NULL, name VARCHAR(40), muted FLOAT, suspended FLOAT, deleted FLOAT, 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('c129f89bc89654ca',1790000000.25,'Ben',1790086603.0,NULL,NULL);
INSERT INTO "people" VALUES('fbdbf0162663e2c2',1790000000.25,NULL,NULL,NULL,NULL);
CREATE TABLE places (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	person VARCHAR(32), 
	level VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	sought VARCHAR(40) NOT NULL, 
	rank INTEGER NOT NULL, 
	score INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	is_left BOOLEAN NOT NULL, 
	mu_before FLOAT, 
	sigma_before FLOAT, 
	mu FLOAT, 
	sigma FLOAT, 
	CONSTRAINT pk_places PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_places_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE presence (
	person VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_presence PRIMARY KEY (person), 
	CONSTRAINT fk_presence_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "presence" VALUES('fbdbf0162663e2c2','Ada',1790000000.25);
CREATE TABLE progress (
	person VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	lesson VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_progress PRIMARY KEY (person, game, lesson), 
	CONSTRAINT fk_progress_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "progress" VALUES('fbdbf0162663e2c2','bosman','walk',1790000000.5);
CREATE TABLE ratings (
	player VARCHAR(48) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	seats INTEGER NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (player, game, seats)
);
CREATE TABLE records (
	id VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	CONSTRAINT pk_records PRIMARY KEY (id)
);
INSERT INTO "records" VALUES('r-old','{}',1790000000.25);
CREATE TABLE reports (
	number INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	reporter VARCHAR(32) NOT NULL, 
	person VARCHAR(32), 
	table_id VARCHAR(32), 
	kind VARCHAR(16) NOT NULL, 
	line TEXT NOT NULL, 
	note TEXT NOT NULL, 
	closed FLOAT, 
	closer VARCHAR(32), 
	CONSTRAINT pk_reports PRIMARY KEY (number), 
	CONSTRAINT fk_reports_reporter FOREIGN KEY(reporter) REFERENCES people (id), 
	CONSTRAINT fk_reports_person FOREIGN KEY(person) REFERENCES people (id), 
	CONSTRAINT fk_reports_closer FOREIGN KEY(closer) REFERENCES people (id)
);
INSERT INTO "reports" VALUES(3,1790000202.0,'fbdbf0162663e2c2','c129f89bc89654ca','oldtable01','chat','You cheat','rude',NULL,NULL);
CREATE TABLE reviews (
	name VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY (name)
);
INSERT INTO "reviews" VALUES('oldtable02','{}',1790000000.5);
CREATE TABLE seeks (
	person VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	low INTEGER NOT NULL, 
	high INTEGER NOT NULL, 
	minutes INTEGER NOT NULL, 
	rated BOOLEAN NOT NULL, 
	rating FLOAT NOT NULL, 
	since FLOAT NOT NULL, 
	seen FLOAT NOT NULL, 
	table_id VARCHAR(32), 
	CONSTRAINT pk_seeks PRIMARY KEY (person), 
	CONSTRAINT fk_seeks_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seeks" VALUES('fbdbf0162663e2c2','Ada','bosman',2,4,20,0,25.0,1790000000.25,1790000000.25,NULL);
CREATE TABLE "sitters" (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	level VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	person VARCHAR(32), left_by VARCHAR(32), 
	CONSTRAINT pk_sitters PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_sitters_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_sitters_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "sitters" VALUES('oldtable01',0,'person','','Ada','fbdbf0162663e2c2',NULL);
INSERT INTO "sitters" VALUES('oldtable01',1,'person','','Ben','c129f89bc89654ca',NULL);
INSERT INTO "sitters" VALUES('oldtable02',0,'person','','Ada','fbdbf0162663e2c2',NULL);
INSERT INTO "sitters" VALUES('oldtable02',1,'bot','easy','Bot',NULL,NULL);
INSERT INTO "sitters" VALUES('oldtable03',0,'person','','Ada','fbdbf0162663e2c2',NULL);
INSERT INTO "sitters" VALUES('oldtable03',1,'person','','free',NULL,NULL);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	version VARCHAR(32) NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	seats INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	position TEXT, 
	seed VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	status VARCHAR(16) NOT NULL, clock TEXT, origin VARCHAR(120) DEFAULT '' NOT NULL, outcome TEXT, owner VARCHAR(32), to_act INTEGER, hints BOOLEAN DEFAULT 1 NOT NULL, access VARCHAR(8) DEFAULT 'link' NOT NULL, rated BOOLEAN DEFAULT 0 NOT NULL, absence VARCHAR(16) DEFAULT '' NOT NULL, finishers INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('oldtable01','bosman','1.0','Old',2,'{"turn_limit": 20}',NULL,'1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f',1790000000.25,1790000000.25,'running',NULL,'',NULL,'fbdbf0162663e2c2',2,1,'link',0,'',0);
INSERT INTO "tables" VALUES('oldtable02','bosman','1','Second',2,'{}',NULL,'2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f',1790000000.25,1790000000.25,'over','{"per_move": 60, "answer": 20}','league:spring:R1.T2','{"reason": "turns", "ranks": [1, 2]}',NULL,0,1,'link',0,'',0);
INSERT INTO "tables" VALUES('oldtable03','bosman','1','Free',2,'{}',NULL,'3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f',1790000000.25,1790000000.25,'running',NULL,'',NULL,NULL,NULL,0,'public',1,'bot:3',70);
CREATE TABLE talk (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	room VARCHAR(16) NOT NULL, 
	person VARCHAR(32), 
	seat INTEGER, 
	name VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	moves INTEGER NOT NULL, 
	"key" VARCHAR(64), 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_talk PRIMARY KEY (table_id, number), 
	CONSTRAINT uq_talk_table_id_key UNIQUE (table_id, "key"), 
	CONSTRAINT fk_talk_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_talk_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "talk" VALUES('oldtable02',1,'phrase','players','fbdbf0162663e2c2',0,'Ada','hello',3,'a-key-of-talk',1790000000.25);
CREATE TABLE tournament_arrivals (
	tournament_id VARCHAR(32) NOT NULL, 
	round INTEGER NOT NULL, 
	actor VARCHAR(16) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_tournament_arrivals PRIMARY KEY (tournament_id, round, actor), 
	CONSTRAINT fk_tournament_arrivals_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	CONSTRAINT fk_tournament_arrivals_person FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE tournament_log (
	tournament_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(20) NOT NULL, 
	actor VARCHAR(16) NOT NULL, 
	op VARCHAR(16) NOT NULL, 
	args TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64), 
	CONSTRAINT pk_tournament_log PRIMARY KEY (tournament_id, seq), 
	CONSTRAINT uq_tournament_log_tournament_id_key UNIQUE (tournament_id, "key"), 
	CONSTRAINT fk_tournament_log_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
INSERT INTO "tournament_log" VALUES('spring',1,'2026-09-21T14:13:20Z','O1','create','{"name": "Spring"}','ab12','the-first-key');
CREATE TABLE tournament_people (
	tournament_id VARCHAR(32) NOT NULL, 
	actor VARCHAR(16) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_tournament_people PRIMARY KEY (tournament_id, actor, person), 
	CONSTRAINT fk_tournament_people_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	CONSTRAINT fk_tournament_people_person FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "tournament_people" VALUES('spring','O1','c129f89bc89654ca');
CREATE TABLE tournaments (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(120) NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	seed TEXT NOT NULL, 
	contacts TEXT NOT NULL, 
	links VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	CONSTRAINT pk_tournaments PRIMARY KEY (id)
);
INSERT INTO "tournaments" VALUES('spring','Spring','draft','5eed','{}','1f1f',1790000000.0,1790000000.0);
CREATE INDEX ix_tables_changed ON tables (changed);
CREATE INDEX ix_outbox_sent ON outbox (sent);
CREATE INDEX ix_sitters_person ON sitters (person);
CREATE INDEX ix_tournaments_changed ON tournaments (changed);
CREATE INDEX ix_tournament_people_person ON tournament_people (person);
CREATE INDEX ix_deadlines_at ON deadlines (at);
CREATE INDEX ix_credentials_person ON credentials (person);
CREATE INDEX ix_blocks_blocked ON blocks (blocked);
CREATE INDEX ix_reports_closed ON reports (closed);
CREATE INDEX ix_deeds_person ON deeds (person);
CREATE INDEX ix_departures_person ON departures (person);
CREATE INDEX ix_tables_lobby ON tables (status, access, changed);
CREATE INDEX ix_presence_at ON presence (at);
CREATE INDEX ix_finished_ended ON finished (public, ended);
CREATE INDEX ix_finished_game ON finished (game, public, ended);
CREATE INDEX ix_places_person ON places (person, number);
CREATE INDEX ix_places_sought ON places (sought, number);
CREATE INDEX ix_places_number ON places (number);
CREATE INDEX ix_talk_person ON talk (person);
CREATE INDEX ix_hooks_person ON hooks (person);
CREATE INDEX ix_hooks_table_id ON hooks (table_id);
CREATE INDEX ix_outbox_due ON outbox (topic, due);
COMMIT;
