BEGIN TRANSACTION;
CREATE TABLE absences (
    guild_id BIGINT PRIMARY KEY,
    since DOUBLE PRECISION NOT NULL
);
CREATE TABLE analyses (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    edition TEXT NOT NULL,
    body TEXT NOT NULL,
    made_at DOUBLE PRECISION NOT NULL
);
CREATE TABLE badges (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    badge TEXT NOT NULL,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    earned_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, player_key, badge)
);
CREATE TABLE bans (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    moderator_id BIGINT NOT NULL,
    banned_at DOUBLE PRECISION NOT NULL,
    until_at DOUBLE PRECISION,
    reason TEXT,
    PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE blocks (
    user_id BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL,
    blocked_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
);
CREATE TABLE boards (
    id BIGINT PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    channel_id BIGINT,
    message_id BIGINT,
    state TEXT NOT NULL,
    revision BIGINT NOT NULL,
    shown_revision BIGINT NOT NULL,
    show_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    user_id BIGINT
);
INSERT INTO "boards" VALUES(4,1,1575118894866104320,1575118902650732545,'live',5,5,1.79560800999182128907e+09,0,NULL);
INSERT INTO "boards" VALUES(8,2,1575118901899952128,1575118904580112385,'live',4,3,1.79560808382760524748e+09,1,NULL);
INSERT INTO "boards" VALUES(10,3,1575118905083428864,1575118908833136641,'live',4,4,1.79560808359025764462e+09,0,NULL);
INSERT INTO "boards" VALUES(13,4,1575118908233351168,1575118910540218369,'live',3,2,1.79560808373649215697e+09,1,NULL);
INSERT INTO "boards" VALUES(15,5,1575118911286804480,1575118912142442496,'live',2,2,1.79560801795141577715e+09,0,NULL);
CREATE TABLE buckets (
    number BIGINT PRIMARY KEY,
    free_at DOUBLE PRECISION NOT NULL
);
CREATE TABLE challenges (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    challenger_id BIGINT NOT NULL,
    friend_id BIGINT,
    starts TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    time_control TEXT NOT NULL,
    stakes TEXT NOT NULL,
    weekends TEXT NOT NULL,
    bot_level INTEGER,
    bot_pace TEXT,
    measured TEXT,
    offered_at DOUBLE PRECISION NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    match_id BIGINT,
    note TEXT,
    rematch_of BIGINT,
    venue TEXT NOT NULL,
    role_id BIGINT,
    counters BIGINT,
    reason TEXT,
    stakes_by TEXT NOT NULL,
    revision BIGINT NOT NULL,
    message_id BIGINT,
    shown_revision BIGINT NOT NULL,
    show_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL
);
INSERT INTO "challenges" VALUES(1,1575118892223692805,1575118892223692807,1575118892223692801,1575118892223692803,'me','classic',1,'259200','rated','played',NULL,NULL,NULL,1.79560800880425906183e+09,1.79621280880425906179e+09,'accepted',1,NULL,NULL,'thread',NULL,NULL,NULL,'challenger',2,1575118894866104320,2,1.79560801383421516416e+09,0);
INSERT INTO "challenges" VALUES(2,1575118892223692805,1575118892223692807,1575118892223692801,1575118892223692802,'me','classic',1,'259200','rated','played',NULL,NULL,NULL,1.79560800998150324817e+09,1.79621280998150324821e+09,'accepted',2,NULL,NULL,'thread',NULL,NULL,NULL,'challenger',2,1575118901899952128,2,1.79560801552161860466e+09,0);
INSERT INTO "challenges" VALUES(3,1575118892223692805,1575118892223692807,1575118892223692803,1575118892223692804,'me','seam',1,'259200','rated','played',NULL,NULL,NULL,1.79560801118173098567e+09,1.79621281118173098563e+09,'accepted',3,NULL,NULL,'thread',NULL,NULL,NULL,'challenger',2,1575118905083428864,2,1.7956080163338096142e+09,0);
INSERT INTO "challenges" VALUES(4,1575118892223692805,1575118892223692807,1575118892223692802,1575118892223692803,'me','rows',1,'259200','rated','played',NULL,NULL,NULL,1.79560801200592589374e+09,1.79621281200592589379e+09,'accepted',4,NULL,NULL,'thread',NULL,NULL,NULL,'challenger',2,1575118908233351168,2,1.79560801703624463082e+09,0);
INSERT INTO "challenges" VALUES(5,1575118892223692805,1575118892223692807,1575118892223692804,1575118892223692801,'me','classic',1,'259200','rated','played',NULL,NULL,NULL,1.79560801260541963572e+09,1.79621281260541963576e+09,'accepted',5,NULL,NULL,'thread',NULL,NULL,NULL,'challenger',2,1575118911286804480,2,1.79560801776974201205e+09,0);
INSERT INTO "challenges" VALUES(6,1575118892223692805,1575118892223692807,1575118892223692801,1575118892223692804,'random','classic',1,'259200','casual','played',NULL,NULL,NULL,1.7956080131134088039e+09,1.79621281311340880398e+09,'open',NULL,NULL,NULL,'thread',NULL,NULL,NULL,'default',1,1575118912956137472,1,1.79560801811340880387e+09,0);
INSERT INTO "challenges" VALUES(7,1575118892223692805,1575118892223692807,1575118892223692803,NULL,'random','classic',1,'259200','rated','played',NULL,NULL,NULL,1.79560801316540861126e+09,1.79621281316540861135e+09,'open',NULL,NULL,NULL,'thread',NULL,NULL,NULL,'default',1,1575118913337819136,1,1.79560801816540861136e+09,0);
CREATE TABLE closed_direct_messages (
    user_id BIGINT PRIMARY KEY,
    found_at DOUBLE PRECISION NOT NULL,
    notified_at DOUBLE PRECISION
);
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO "counters" VALUES('challenge',7);
INSERT INTO "counters" VALUES('match',5);
INSERT INTO "counters" VALUES('board',15);
INSERT INTO "counters" VALUES('notification',39);
INSERT INTO "counters" VALUES('moderation',0);
INSERT INTO "counters" VALUES('player',2);
INSERT INTO "counters" VALUES('season',0);
INSERT INTO "counters" VALUES('rated result',0);
INSERT INTO "counters" VALUES('post',17);
CREATE TABLE exercises_done (
    user_id BIGINT NOT NULL,
    lesson TEXT NOT NULL,
    exercise INTEGER NOT NULL,
    done_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, lesson, exercise)
);
CREATE TABLE greetings (
    guild_id BIGINT PRIMARY KEY,
    begun_at DOUBLE PRECISION NOT NULL
);
INSERT INTO "greetings" VALUES(1575118892223692805,1.79560800882646441458e+09);
CREATE TABLE head_to_heads (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    opponent_key BIGINT NOT NULL REFERENCES players (player_key),
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, opponent_key)
);
INSERT INTO "head_to_heads" VALUES(1575118892223692805,1,2,1,0,0);
INSERT INTO "head_to_heads" VALUES(1575118892223692805,2,1,0,0,1);
CREATE TABLE hints (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    position TEXT NOT NULL,
    notation TEXT NOT NULL,
    wins_in BIGINT,
    given_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, user_id, ply, position)
);
CREATE TABLE histories (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL,
    opponent_key BIGINT NOT NULL,
    sort TEXT NOT NULL REFERENCES history_sorts (sort),
    match_id BIGINT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (guild_id, player_key, opponent_key, sort, match_id)
);
INSERT INTO "histories" VALUES(1575118892223692805,0,0,'classic rated 1.0',1);
INSERT INTO "histories" VALUES(1575118892223692805,1,0,'classic rated 1.0',1);
INSERT INTO "histories" VALUES(1575118892223692805,1,2,'classic rated 1.0',1);
INSERT INTO "histories" VALUES(1575118892223692805,2,0,'classic rated 0.0',1);
INSERT INTO "histories" VALUES(1575118892223692805,2,1,'classic rated 0.0',1);
CREATE TABLE history_sorts (
    sort TEXT PRIMARY KEY,
    ruleset TEXT NOT NULL,
    stakes TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL
);
INSERT INTO "history_sorts" VALUES('classic rated 1.0','classic','rated',1.0);
INSERT INTO "history_sorts" VALUES('classic rated 0.0','classic','rated',0.0);
CREATE TABLE jobs (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    home_id BIGINT NOT NULL,
    claimed_by BIGINT NOT NULL DEFAULT 0,
    payload TEXT NOT NULL,
    PRIMARY KEY (kind, key)
);
INSERT INTO "jobs" VALUES('posts left','',1.79560813331361341475e+09,0.0,0,0,0,0,'{}');
INSERT INTO "jobs" VALUES('outbox look','0',1795608078.5251,0.0,0,0,0,0,'{"process":0}');
INSERT INTO "jobs" VALUES('member look','1575118892223692801 1575118892223692805',1.7956944088342151642e+09,0.0,0,0,1575118892223692805,0,'{"user":1575118892223692801,"guild":1575118892223692805}');
INSERT INTO "jobs" VALUES('member look','1575118892223692803 1575118892223692805',1.7956944088342151642e+09,0.0,0,0,1575118892223692805,0,'{"user":1575118892223692803,"guild":1575118892223692805}');
INSERT INTO "jobs" VALUES('time out','2',1.79586727373691344266e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":2}');
INSERT INTO "jobs" VALUES('member look','1575118892223692802 1575118892223692805',1.79569441052161860462e+09,0.0,0,0,1575118892223692805,0,'{"user":1575118892223692802,"guild":1575118892223692805}');
INSERT INTO "jobs" VALUES('thread look','2',1.79569441079203176501e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":2}');
INSERT INTO "jobs" VALUES('time out','3',1.79595361188546729083e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":3}');
INSERT INTO "jobs" VALUES('member look','1575118892223692804 1575118892223692805',1.79569441133380961416e+09,0.0,0,0,1575118892223692805,0,'{"user":1575118892223692804,"guild":1575118892223692805}');
INSERT INTO "jobs" VALUES('thread look','3',1.79569441167296552658e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":3}');
INSERT INTO "jobs" VALUES('time out','4',1.79586727355270528794e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":4}');
INSERT INTO "jobs" VALUES('thread look','4',1.79569441236505055424e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":4}');
INSERT INTO "jobs" VALUES('time out','5',1.7958672128958904743e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":5}');
INSERT INTO "jobs" VALUES('thread look','5',1.79569441285978674887e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"match":5}');
INSERT INTO "jobs" VALUES('challenge expiry','6',1.79621281311340880398e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"challenge":6}');
INSERT INTO "jobs" VALUES('challenge expiry','7',1.79621281316540861135e+09,0.0,0,1575118892223692805,1575118892223692805,0,'{"challenge":7}');
CREATE TABLE language_questions (
    guild_id BIGINT PRIMARY KEY,
    language TEXT NOT NULL,
    asked_at DOUBLE PRECISION
);
CREATE TABLE leader (
    seat INTEGER PRIMARY KEY CHECK (seat = 1),
    token TEXT NOT NULL,
    machine TEXT NOT NULL,
    process BIGINT NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL
);
INSERT INTO "leader" VALUES(1,'2a9a00899611422b9ec7516f2f13f39b','another machine',10228,1.79560802340933084488e+09);
CREATE TABLE match_statistics (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    guild_id BIGINT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    turns INTEGER NOT NULL,
    lead_changes INTEGER NOT NULL,
    orange_opening INTEGER,
    orange_moves INTEGER NOT NULL,
    orange_seconds DOUBLE PRECISION NOT NULL,
    orange_graduations INTEGER NOT NULL,
    orange_behind INTEGER NOT NULL,
    gray_opening INTEGER,
    gray_moves INTEGER NOT NULL,
    gray_seconds DOUBLE PRECISION NOT NULL,
    gray_graduations INTEGER NOT NULL,
    gray_behind INTEGER NOT NULL,
    last_turn TEXT NOT NULL
);
INSERT INTO "match_statistics" VALUES(1,1575118892223692805,1.79560800994941234583e+09,3,0,14,2,5.95646619796752929687e-01,0,0,21,1,9.413814544677734375e-02,0,0,'by hand');
CREATE TABLE matches (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    origin_id BIGINT NOT NULL,
    challenge_message_id BIGINT,
    channel_id BIGINT,
    venue TEXT NOT NULL,
    orange_id BIGINT NOT NULL,
    gray_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    position TEXT NOT NULL,
    to_move TEXT NOT NULL,
    position_before TEXT,
    last_turn TEXT,
    started_at DOUBLE PRECISION NOT NULL,
    changed_at DOUBLE PRECISION NOT NULL,
    ended_at DOUBLE PRECISION,
    ply BIGINT NOT NULL,
    draft TEXT,
    outcome_why TEXT,
    outcome_winner TEXT,
    outcome_note TEXT,
    revision BIGINT NOT NULL,
    repetitions BIGINT NOT NULL,
    time_control TEXT NOT NULL,
    turn_began_at DOUBLE PRECISION NOT NULL,
    deadline DOUBLE PRECISION,
    orange_bank DOUBLE PRECISION,
    gray_bank DOUBLE PRECISION,
    weekends TEXT NOT NULL,
    held DOUBLE PRECISION,
    stopped_at DOUBLE PRECISION,
    orange_away_until DOUBLE PRECISION,
    gray_away_until DOUBLE PRECISION,
    orange_gave INTEGER NOT NULL,
    gray_gave INTEGER NOT NULL,
    draw_offers TEXT,
    takeback TEXT,
    stakes TEXT NOT NULL,
    bot_seat TEXT,
    bot_level INTEGER,
    bot_pace TEXT,
    measured TEXT
);
INSERT INTO "matches" VALUES(1,1575118892223692805,1575118892223692807,1575118894866104320,1575118894866104320,'thread',1575118892223692801,1575118892223692803,'classic',1,'6/1K4/6/3k2/6/5K g 6,0 7,0','g','6/1K4/6/3k2/6/6 o 7,0 7,0','Kf6',1.79560800883421516419e+09,1.79560800994941234583e+09,1.79560800994941234583e+09,3,NULL,'resignation','o',NULL,5,1,'259200',1795608009.524,1795867209.524,NULL,NULL,'played',NULL,NULL,NULL,NULL,0,0,NULL,NULL,'rated',NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES(2,1575118892223692805,1575118892223692807,1575118901899952128,1575118901899952128,'thread',1575118892223692801,1575118892223692802,'classic',1,'6/1K4/6/3k2/6/5K g 6,0 7,0','g','6/1K4/6/3k2/6/6 o 7,0 7,0','Kf6',1.79560801052161860469e+09,1.79560807373691344265e+09,NULL,3,NULL,NULL,NULL,NULL,4,1,'259200',1.79560807373691344265e+09,1.79586727373691344266e+09,NULL,NULL,'played',NULL,NULL,NULL,NULL,0,0,NULL,NULL,'rated',NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES(3,1575118892223692805,1575118892223692807,1575118905083428864,1575118905083428864,'thread',1575118892223692803,1575118892223692804,'seam',1,'6/6/2K3/6/6/6 g 7,0 8,0 - -','g','6/6/6/6/6/6 o 8,0 8,0 - -','Kc3',1.79560801133380961423e+09,1795608073.5251,NULL,1,NULL,NULL,NULL,NULL,4,1,'259200',1.79560801188546729093e+09,1.79595361188546729083e+09,NULL,NULL,'played',NULL,NULL,NULL,NULL,1,0,NULL,NULL,'rated',NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES(4,1575118892223692805,1575118892223692807,1575118908233351168,1575118908233351168,'thread',1575118892223692802,1575118892223692803,'rows',1,'6/6/2K3/6/3k2/6 o 7,0 7,0','o','6/6/2K3/6/6/6 g 7,0 8,0','Kd5',1.79560801203624463085e+09,1.79560807355270528797e+09,NULL,2,NULL,NULL,NULL,NULL,3,1,'259200',1.79560807355270528797e+09,1.79586727355270528794e+09,NULL,NULL,'played',NULL,NULL,NULL,NULL,0,0,NULL,NULL,'rated',NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES(5,1575118892223692805,1575118892223692807,1575118911286804480,1575118911286804480,'thread',1575118892223692804,1575118892223692801,'classic',1,'6/6/2K3/6/6/6 g 7,0 8,0','g','6/6/6/6/6/6 o 8,0 8,0','Kc3',1.79560801276974201208e+09,1.79560801289589047429e+09,NULL,1,NULL,NULL,NULL,NULL,2,1,'259200',1.79560801289589047429e+09,1.7958672128958904743e+09,NULL,NULL,'played',NULL,NULL,NULL,NULL,0,0,NULL,NULL,'rated',NULL,NULL,NULL,NULL);
CREATE TABLE matches_uncounted (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    ended_at DOUBLE PRECISION NOT NULL
);
CREATE TABLE members (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    looked_at DOUBLE PRECISION NOT NULL,
    look_at DOUBLE PRECISION NOT NULL,
    left_at DOUBLE PRECISION,
    ends_at DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
INSERT INTO "members" VALUES(1575118892223692805,1575118892223692801,1.79560800883421516419e+09,1.7956944088342151642e+09,NULL,NULL);
INSERT INTO "members" VALUES(1575118892223692805,1575118892223692803,1.79560800883421516419e+09,1.7956944088342151642e+09,NULL,NULL);
INSERT INTO "members" VALUES(1575118892223692805,1575118892223692802,1.79560801052161860469e+09,1.79569441052161860462e+09,NULL,NULL);
INSERT INTO "members" VALUES(1575118892223692805,1575118892223692804,1.79560801133380961423e+09,1.79569441133380961416e+09,NULL,NULL);
CREATE TABLE migrations (
            version INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            applied_at DOUBLE PRECISION NOT NULL
        );
INSERT INTO "migrations" VALUES(1,'schema',1.79560800826597762114e+09);
CREATE TABLE moderations (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    moderator_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    done_at DOUBLE PRECISION NOT NULL,
    user_id BIGINT,
    match_id BIGINT,
    challenge_id BIGINT,
    reason TEXT,
    until_at DOUBLE PRECISION
);
CREATE TABLE notifications (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id BIGINT,
    match_id BIGINT REFERENCES matches (id),
    challenge_id BIGINT REFERENCES challenges (id),
    ply BIGINT NOT NULL,
    state TEXT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    wanted_at DOUBLE PRECISION,
    attempts INTEGER NOT NULL,
    channel_id BIGINT,
    message_id BIGINT
);
INSERT INTO "notifications" VALUES(1,'begun',1575118892223692801,1,NULL,0,'done',1.79560890928950786593e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(2,'begun',1575118892223692803,1,NULL,0,'done',1.79560890928950786593e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(3,'reminder',1575118892223692801,1,NULL,0,'done',1.79560801435389757151e+09,1.79581536883421516415e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(4,'turn',1575118892223692803,1,NULL,1,'done',1.79560801435389757151e+09,NULL,0,NULL,NULL);
INSERT INTO "notifications" VALUES(5,'reminder',1575118892223692803,1,NULL,1,'done',1.79560801444803571705e+09,1.79581536935389757163e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(6,'turn',1575118892223692801,1,NULL,2,'done',1.79560801444803571705e+09,NULL,0,NULL,NULL);
INSERT INTO "notifications" VALUES(7,'reminder',1575118892223692801,1,NULL,2,'done',1795608014.524,1.795815369448035717e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(8,'turn',1575118892223692803,1,NULL,3,'done',1795608014.524,NULL,0,NULL,NULL);
INSERT INTO "notifications" VALUES(9,'reminder',1575118892223692803,1,NULL,3,'done',1.79560801494941234593e+09,1795815369.524,0,NULL,NULL);
INSERT INTO "notifications" VALUES(10,'over',1575118892223692801,1,NULL,3,'done',1.79560891009784889217e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(11,'over',1575118892223692803,1,NULL,3,'done',1.79560891009784889217e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(12,'begun',1575118892223692801,2,NULL,0,'done',1.79560891088526034357e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(13,'begun',1575118892223692802,2,NULL,0,'done',1.79560891088526034357e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(14,'reminder',1575118892223692801,2,NULL,0,'done',1.79560801593181967733e+09,1.79581537052161860465e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(15,'turn',1575118892223692802,2,NULL,1,'done',1.79560801593181967733e+09,NULL,0,NULL,NULL);
INSERT INTO "notifications" VALUES(16,'reminder',1575118892223692802,2,NULL,1,'done',1.79560801603443050385e+09,1.79581537093181967728e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(17,'turn',1575118892223692801,2,NULL,2,'done',1.79560801603443050385e+09,NULL,0,NULL,NULL);
INSERT INTO "notifications" VALUES(18,'reminder',1575118892223692801,2,NULL,2,'done',1.79560807873691344262e+09,1.7958153710344305038e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(19,'begun',1575118892223692803,3,NULL,0,'done',1795608911.67443,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(20,'begun',1575118892223692804,3,NULL,0,'done',1795608911.67443,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(21,'reminder',1575118892223692803,3,NULL,0,'done',1.7956080168854672909e+09,1.79581537133380961419e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(22,'turn',1575118892223692804,3,NULL,1,'done',1.7956089120153720379e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(23,'reminder',1575118892223692804,3,NULL,1,'done',1795608078.5251,1.79581537188546729085e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(24,'begun',1575118892223692802,4,NULL,0,'done',1.79560891241378402707e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(25,'begun',1575118892223692803,4,NULL,0,'done',1.79560891241378402707e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(26,'reminder',1575118892223692802,4,NULL,0,'done',1795608017.50282,1.79581537203624463081e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(27,'turn',1575118892223692803,4,NULL,1,'done',1795608017.50282,NULL,0,NULL,NULL);
INSERT INTO "notifications" VALUES(28,'reminder',1575118892223692803,4,NULL,1,'done',1.79560807855270528794e+09,1795815372.50282,0,NULL,NULL);
INSERT INTO "notifications" VALUES(29,'begun',1575118892223692804,5,NULL,0,'done',1.79560891286255145077e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(30,'begun',1575118892223692801,5,NULL,0,'done',1.79560891286255145077e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(31,'reminder',1575118892223692804,5,NULL,0,'done',1.79560801789589047439e+09,1.79581537276974201201e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(32,'turn',1575118892223692801,5,NULL,1,'done',1.79560801789589047439e+09,NULL,0,NULL,NULL);
INSERT INTO "notifications" VALUES(33,'reminder',1575118892223692801,5,NULL,1,'waiting',1.79581537289589047434e+09,1.79581537289589047434e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(34,'reminder',1575118892223692804,3,NULL,1,'waiting',1.79588449188546729088e+09,1.79588449188546729088e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(35,'day given',1575118892223692804,3,NULL,1,'waiting',1.79560897379094409941e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(36,'turn',1575118892223692802,4,NULL,2,'waiting',1.79560897377245211594e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(37,'reminder',1575118892223692802,4,NULL,2,'waiting',1.79581543355270528789e+09,1.79581543355270528789e+09,0,NULL,NULL);
INSERT INTO "notifications" VALUES(38,'turn',1575118892223692802,2,NULL,3,'waiting',1.79560897389723587037e+09,NULL,1,NULL,NULL);
INSERT INTO "notifications" VALUES(39,'reminder',1575118892223692802,2,NULL,3,'waiting',1.79581543373691344261e+09,1.79581543373691344261e+09,0,NULL,NULL);
CREATE TABLE plans (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (match_id, user_id)
);
INSERT INTO "plans" VALUES(5,1575118892223692804,1,'Kd4 Kf6');
CREATE TABLE player_openings (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    square INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, square)
);
INSERT INTO "player_openings" VALUES(1575118892223692805,1,14,1);
INSERT INTO "player_openings" VALUES(1575118892223692805,2,21,1);
CREATE TABLE player_records (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    ruleset TEXT NOT NULL,
    seat TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    why TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, ruleset, seat, score, why)
);
INSERT INTO "player_records" VALUES(1575118892223692805,1,'classic','o',1.0,'resignation',1);
INSERT INTO "player_records" VALUES(1575118892223692805,2,'classic','g',0.0,'resignation',1);
CREATE TABLE player_sums (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    matches INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, player_key)
);
INSERT INTO "player_sums" VALUES(1575118892223692805,1,1,1,1,2,5.95646619796752929687e-01);
INSERT INTO "player_sums" VALUES(1575118892223692805,2,1,0,0,1,9.413814544677734375e-02);
CREATE TABLE players (
    player_key BIGINT PRIMARY KEY,
    user_id BIGINT,
    listing TEXT NOT NULL
);
INSERT INTO "players" VALUES(1,1575118892223692801,'listed');
INSERT INTO "players" VALUES(2,1575118892223692803,'listed');
CREATE TABLE posts (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    match_id BIGINT REFERENCES matches (id),
    challenge_id BIGINT REFERENCES challenges (id),
    digest TEXT,
    after_id BIGINT NOT NULL,
    look_at DOUBLE PRECISION NOT NULL
);
INSERT INTO "posts" VALUES(15,1575118892223692805,1575118908233351168,4,NULL,NULL,1575508625575641088,1.79560897383018016814e+09);
INSERT INTO "posts" VALUES(16,1575118892223692805,1575118905083428864,NULL,NULL,'0cddc1ac1495628da9f87c9bfd43d8dc',1575508625772773376,1.79560897387759709356e+09);
INSERT INTO "posts" VALUES(17,1575118892223692805,1575118901899952128,2,NULL,NULL,1575508626095734784,1.79560897395416903493e+09);
CREATE TABLE practice_ratings (
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    best_level INTEGER,
    results INTEGER NOT NULL,
    PRIMARY KEY (user_id, ruleset)
);
CREATE TABLE practice_results (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    level INTEGER NOT NULL,
    level_points DOUBLE PRECISION NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION NOT NULL,
    voided_at DOUBLE PRECISION,
    before_points DOUBLE PRECISION NOT NULL,
    before_deviation DOUBLE PRECISION NOT NULL,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    number INTEGER NOT NULL
);
CREATE TABLE preferences (
    user_id BIGINT PRIMARY KEY,
    placing_mode TEXT NOT NULL,
    theme TEXT,
    threats TEXT NOT NULL,
    turn_method TEXT NOT NULL,
    time_method TEXT NOT NULL,
    reminder INTEGER NOT NULL,
    offer_method TEXT NOT NULL,
    over_method TEXT NOT NULL,
    zone TEXT NOT NULL,
    quiet_begin INTEGER,
    quiet_end INTEGER,
    digest_minute INTEGER NOT NULL,
    takes_from TEXT NOT NULL DEFAULT 'anyone',
    language TEXT,
    locale TEXT
);
CREATE TABLE processes (
    number BIGINT PRIMARY KEY,
    machine TEXT NOT NULL,
    process BIGINT NOT NULL,
    beats BIGINT NOT NULL,
    connected BIGINT NOT NULL,
    shards BIGINT NOT NULL
);
CREATE TABLE puzzle_attempts (
    guild_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    user_id BIGINT NOT NULL,
    found INTEGER NOT NULL,
    misses INTEGER NOT NULL,
    solved_at DOUBLE PRECISION,
    solved_day INTEGER,
    gave_up_at DOUBLE PRECISION,
    shared_at DOUBLE PRECISION,
    sharing_until DOUBLE PRECISION,
    PRIMARY KEY (guild_id, day, user_id)
);
CREATE TABLE puzzle_days (
    guild_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    PRIMARY KEY (guild_id, day)
);
CREATE TABLE puzzle_posts (
    guild_id BIGINT PRIMARY KEY,
    lost_at DOUBLE PRECISION,
    posted_day INTEGER
);
CREATE TABLE puzzle_ratings (
    user_id BIGINT PRIMARY KEY,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    solved INTEGER NOT NULL,
    missed INTEGER NOT NULL
);
CREATE TABLE puzzle_runs (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    length INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    found INTEGER NOT NULL,
    began_at DOUBLE PRECISION NOT NULL,
    over_at DOUBLE PRECISION,
    best INTEGER NOT NULL,
    best_at DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE puzzle_streaks (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    solved INTEGER NOT NULL,
    running INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    last_day INTEGER,
    last_until DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
CREATE TABLE puzzle_strengths (
    puzzle TEXT PRIMARY KEY,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    solved INTEGER NOT NULL,
    missed INTEGER NOT NULL
);
CREATE TABLE puzzles_seen (
    user_id BIGINT NOT NULL,
    puzzle TEXT NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL,
    result TEXT,
    PRIMARY KEY (user_id, puzzle)
);
CREATE TABLE rated_results (
    id BIGINT PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    rated_at DOUBLE PRECISION NOT NULL,
    orange_key BIGINT NOT NULL REFERENCES players (player_key),
    gray_key BIGINT NOT NULL REFERENCES players (player_key),
    orange_score DOUBLE PRECISION NOT NULL,
    voided_at DOUBLE PRECISION
);
CREATE TABLE rating_counts (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    shown INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (guild_id, ruleset, scope, shown)
);
CREATE TABLE rating_pairs (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    one_key BIGINT NOT NULL,
    other_key BIGINT NOT NULL,
    meetings INTEGER NOT NULL,
    PRIMARY KEY (guild_id, ruleset, scope, one_key, other_key)
);
CREATE TABLE rating_steps (
    result_id BIGINT NOT NULL REFERENCES rated_results (id),
    scope BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    weight DOUBLE PRECISION NOT NULL,
    before_points DOUBLE PRECISION NOT NULL,
    before_deviation DOUBLE PRECISION NOT NULL,
    before_volatility DOUBLE PRECISION NOT NULL,
    before_at DOUBLE PRECISION,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (result_id, scope, player_key)
);
CREATE TABLE ratings (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    shown INTEGER,
    PRIMARY KEY (guild_id, ruleset, scope, player_key)
);
CREATE TABLE rules_shown (
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    shown_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, ruleset)
);
INSERT INTO "rules_shown" VALUES(1575118892223692801,'classic',1.79560800925134444235e+09);
INSERT INTO "rules_shown" VALUES(1575118892223692803,'classic',1.79560800925776696207e+09);
INSERT INTO "rules_shown" VALUES(1575118892223692802,'classic',1.79560801074076533314e+09);
INSERT INTO "rules_shown" VALUES(1575118892223692803,'seam',1.79560801135287499427e+09);
INSERT INTO "rules_shown" VALUES(1575118892223692804,'seam',1.79560801162019848821e+09);
INSERT INTO "rules_shown" VALUES(1575118892223692802,'rows',1.79560801210524225235e+09);
INSERT INTO "rules_shown" VALUES(1575118892223692803,'rows',1.79560801226793956752e+09);
CREATE TABLE seasons (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    began_at DOUBLE PRECISION NOT NULL,
    ends_at DOUBLE PRECISION,
    ended_at DOUBLE PRECISION
);
CREATE TABLE servers (
    guild_id BIGINT PRIMARY KEY,
    venue TEXT NOT NULL,
    games_channel_id BIGINT,
    players_role_id BIGINT,
    most_matches INTEGER NOT NULL,
    most_challenges INTEGER NOT NULL,
    vacation_days INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    time_control TEXT NOT NULL,
    stakes TEXT NOT NULL,
    pings TEXT NOT NULL,
    theme TEXT,
    leaving TEXT NOT NULL,
    log_channel_id BIGINT,
    digest_channel_id BIGINT,
    digest_day INTEGER NOT NULL,
    digest_hour INTEGER NOT NULL,
    leaderboard TEXT NOT NULL,
    season_days INTEGER,
    puzzle_channel_id BIGINT,
    puzzle_hour INTEGER,
    language TEXT
);
CREATE TABLE shards (
    number BIGINT PRIMARY KEY,
    held_by BIGINT NOT NULL,
    served_by BIGINT NOT NULL
);
CREATE TABLE spectators (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    watched_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, user_id)
);
CREATE TABLE stored_values (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "stored_values" VALUES('application','1575118892223692800');
INSERT INTO "stored_values" VALUES('heartbeat','1795608073.2354522');
INSERT INTO "stored_values" VALUES('timeline','1795608013.265196 1795608013.265196 3650.06011797 00000000-0000-0000-0000-000000000000');
INSERT INTO "stored_values" VALUES('commands','a53f10abef6da75912f62ce2f5a55c0e56f16f9d26d339e10fe79e3538d52bd4');
INSERT INTO "stored_values" VALUES('servers','known');
INSERT INTO "stored_values" VALUES('clock ahead','60.0');
CREATE TABLE titles (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    ruleset TEXT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    place INTEGER NOT NULL,
    PRIMARY KEY (season_id, ruleset, player_key)
);
CREATE TABLE turns (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    ply BIGINT NOT NULL,
    notation TEXT NOT NULL,
    position TEXT NOT NULL,
    revision BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    played_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, ply)
);
INSERT INTO "turns" VALUES(1,1,'Kc3','6/6/2K3/6/6/6 g 7,0 8,0',2,1575118892223692801,1.79560800935389757154e+09);
INSERT INTO "turns" VALUES(1,2,'Kd4','6/1K4/6/3k2/6/6 o 7,0 7,0',3,1575118892223692803,1.79560800944803571708e+09);
INSERT INTO "turns" VALUES(1,3,'Kf6','6/1K4/6/3k2/6/5K g 6,0 7,0',4,1575118892223692801,1795608009.524);
INSERT INTO "turns" VALUES(2,1,'Kc3','6/6/2K3/6/6/6 g 7,0 8,0',2,1575118892223692801,1.79560801093181967736e+09);
INSERT INTO "turns" VALUES(2,2,'Kd4','6/1K4/6/3k2/6/6 o 7,0 7,0',3,1575118892223692802,1.79560801103443050388e+09);
INSERT INTO "turns" VALUES(3,1,'Kc3','6/6/2K3/6/6/6 g 7,0 8,0 - -',3,1575118892223692803,1.79560801188546729093e+09);
INSERT INTO "turns" VALUES(4,1,'Kc3','6/6/2K3/6/6/6 g 7,0 8,0',2,1575118892223692802,1795608012.50282);
INSERT INTO "turns" VALUES(5,1,'Kc3','6/6/2K3/6/6/6 g 7,0 8,0',2,1575118892223692804,1.79560801289589047429e+09);
INSERT INTO "turns" VALUES(4,2,'Kd5','6/6/2K3/6/3k2/6 o 7,0 7,0',3,1575118892223692803,1.79560807355270528797e+09);
INSERT INTO "turns" VALUES(2,3,'Kf6','6/1K4/6/3k2/6/5K g 6,0 7,0',4,1575118892223692801,1.79560807373691344265e+09);
CREATE TABLE vacations (
    user_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    begun_at DOUBLE PRECISION NOT NULL,
    ends_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (user_id, guild_id, begun_at)
);
CREATE TABLE venue_failures (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    channel_id BIGINT NOT NULL,
    failures INTEGER NOT NULL,
    avoid_until DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, channel_id)
);
CREATE TABLE weekly_digests (
    guild_id BIGINT PRIMARY KEY,
    since_at DOUBLE PRECISION NOT NULL,
    lost_at DOUBLE PRECISION
);
CREATE INDEX jobs_due ON jobs (kind, due_at);
CREATE INDEX jobs_tried ON jobs (guild_id) WHERE attempts > 0;
CREATE INDEX challenges_of_challenger ON challenges (challenger_id);
CREATE INDEX challenges_open ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX challenges_unshown ON challenges (show_at) WHERE shown_revision < revision;
CREATE UNIQUE INDEX challenges_rematch ON challenges (rematch_of)
WHERE rematch_of IS NOT NULL AND state IN ('open', 'accepted');
CREATE INDEX challenges_of_message ON challenges (message_id);
CREATE INDEX challenges_made ON challenges (challenger_id, guild_id) WHERE state = 'open';
CREATE INDEX challenges_asked ON challenges (friend_id, guild_id) WHERE state = 'open';
CREATE UNIQUE INDEX challenges_countered ON challenges (counters) WHERE counters IS NOT NULL;
CREATE INDEX challenges_of_friend ON challenges (friend_id) WHERE friend_id IS NOT NULL;
CREATE INDEX challenges_with_text ON challenges (id) WHERE note IS NOT NULL OR reason IS NOT NULL;
CREATE INDEX matches_of_orange ON matches (orange_id, outcome_why);
CREATE INDEX matches_of_gray ON matches (gray_id, outcome_why);
CREATE INDEX matches_of_channel ON matches (channel_id, id);
CREATE INDEX matches_orange_away ON matches (orange_away_until)
WHERE outcome_why IS NULL AND orange_away_until IS NOT NULL;
CREATE INDEX matches_gray_away ON matches (gray_away_until)
WHERE outcome_why IS NULL AND gray_away_until IS NOT NULL;
CREATE INDEX matches_by_orange ON matches (orange_id, id);
CREATE INDEX matches_by_gray ON matches (gray_id, id);
CREATE INDEX matches_by_orange_in_guild ON matches (orange_id, guild_id, id);
CREATE INDEX matches_by_gray_in_guild ON matches (gray_id, guild_id, id);
CREATE INDEX matches_of_pair ON matches (orange_id, gray_id, id);
CREATE INDEX matches_live_of_server ON matches (guild_id) WHERE outcome_why IS NULL;
CREATE INDEX matches_ended_of_server ON matches (guild_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_with_text ON matches (id) WHERE outcome_note IS NOT NULL;
CREATE INDEX boards_of_match ON boards (match_id);
CREATE INDEX boards_unshown ON boards (show_at) WHERE state <> 'lost' AND shown_revision < revision;
CREATE INDEX boards_lost ON boards (show_at) WHERE state = 'lost';
CREATE INDEX boards_to_delete ON boards (channel_id) WHERE state = 'old';
CREATE INDEX posts_to_look_for ON posts (look_at);
CREATE INDEX posts_of_match ON posts (match_id);
CREATE INDEX posts_of_challenge ON posts (challenge_id);
CREATE INDEX notifications_of_match ON notifications (match_id) WHERE state <> 'done';
CREATE INDEX notifications_of_challenge ON notifications (challenge_id) WHERE challenge_id IS NOT NULL;
CREATE INDEX notifications_due ON notifications (due_at) WHERE state IN ('waiting', 'stale');
CREATE INDEX notifications_of_user ON notifications (user_id) WHERE state IN ('waiting', 'stale');
CREATE INDEX notifications_in_message ON notifications (message_id) WHERE state = 'sent';
CREATE INDEX notifications_past_of_user ON notifications (user_id) WHERE state IN ('done', 'sent', 'muted');
CREATE INDEX spectators_of_user ON spectators (user_id, watched_at, match_id);
CREATE INDEX absences_longest ON absences (since);
CREATE INDEX members_ending ON members (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX members_left ON members (left_at) WHERE left_at IS NOT NULL;
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);
CREATE INDEX moderations_of_server ON moderations (guild_id, id);
CREATE UNIQUE INDEX players_of_user ON players (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX seasons_of_server ON seasons (guild_id, number);
CREATE INDEX titles_of_player ON titles (player_key);
CREATE UNIQUE INDEX rated_results_of_match ON rated_results (match_id);
CREATE INDEX rated_results_of_server ON rated_results (guild_id, ruleset, id);
CREATE INDEX rated_results_of_season ON rated_results (season_id, guild_id)
WHERE voided_at IS NULL;
CREATE INDEX rated_results_counted ON rated_results (guild_id, id) WHERE voided_at IS NULL;
CREATE INDEX rated_results_in_time ON rated_results (guild_id, rated_at);
CREATE INDEX rated_results_of_orange ON rated_results (orange_key, guild_id, ruleset, id);
CREATE INDEX rated_results_of_gray ON rated_results (gray_key, guild_id, ruleset, id);
CREATE INDEX rating_steps_of_player ON rating_steps (player_key, scope, result_id);
CREATE INDEX ratings_by_place ON ratings (guild_id, ruleset, scope, shown, player_key)
WHERE shown IS NOT NULL;
CREATE INDEX ratings_provisional ON ratings (guild_id, ruleset, scope, points, player_key)
WHERE shown IS NULL;
CREATE INDEX ratings_of_player ON ratings (player_key, guild_id, ruleset, scope);
CREATE INDEX matches_uncounted_by_end ON matches_uncounted (ended_at, match_id);
CREATE INDEX match_statistics_of_server ON match_statistics (guild_id, ended_at);
CREATE UNIQUE INDEX practice_results_of_person ON practice_results (user_id, ruleset, number);
CREATE INDEX hints_of_user ON hints (user_id);
CREATE INDEX puzzle_attempts_of_user ON puzzle_attempts (user_id);
CREATE INDEX puzzle_streaks_of_user ON puzzle_streaks (user_id);
CREATE INDEX puzzle_streaks_alive ON puzzle_streaks (guild_id, last_until);
CREATE INDEX puzzle_runs_of_user ON puzzle_runs (user_id);
CREATE INDEX puzzle_runs_longest ON puzzle_runs (guild_id, best);
COMMIT;
